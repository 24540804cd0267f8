import type { ToolForm } from '#app/ui/forms/tool-form.ts'

type Props = {
  action: string
  label: string
  placeholder?: string
  maxLength: number
  button: string
  q: string
  /** Attributes that offer the form to agents. */
  tool?: ToolForm
}

/** Renders a search field with a button. The URL of the results page contains the query. */
export const SearchForm = ({ action, label, button, q, tool, ...field }: Props) => (
  <form action={action} role="search" className="flex max-w-2xl gap-3" data-md="omit" {...tool}>
    <label htmlFor="q" className="sr-only">
      {label}
    </label>
    <input
      id="q"
      name="q"
      type="search"
      defaultValue={q}
      autoComplete="off"
      className="input text-lg"
      {...field}
    />
    <button type="submit" className="finger">
      {button}
    </button>
  </form>
)
