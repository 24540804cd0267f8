import type { Redirect } from '#app/features/content/redirects.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

/** Renders the redirects, each with a button that deletes it. */
export function RedirectList({ redirects, isNarrow }: { redirects: Redirect[]; isNarrow: boolean }) {
  if (!redirects.length)
    return isNarrow ? (
      <p className="mt-4 max-w-2xl text-soft">No redirects match. Enter part of either URL.</p>
    ) : (
      <p className="mt-4 max-w-2xl text-soft">
        There are no redirects yet. Change the URL of a published entry, or create a redirect below for a page
        that moved from another site.
      </p>
    )
  return (
    <ul className="mt-4">
      {redirects.map(({ from, to, created_at, created_by }) => (
        <li
          key={from}
          className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-line py-3"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <code>{from}</code> <span aria-hidden="true">→</span>
            <span className="sr-only">redirects to</span>{' '}
            <a href={to} className="link inline-block py-0.5">
              {to}
            </a>
            <p className="text-muted">
              {created_by ?? 'created when an entry moved'}, <RelativeTime at={created_at} />
            </p>
          </div>
          <PostForm
            intent="delete"
            button={
              <>
                Delete<span className="sr-only"> {from}</span>
              </>
            }
            busy="Deleting"
            look="button danger"
            className="contents"
          >
            <input type="hidden" name="from" value={from} />
            <input type="hidden" name="to" value={to} />
          </PostForm>
        </li>
      ))}
    </ul>
  )
}

type NewProps = { refusal: FormRefusal | undefined; undo?: { from: string; to: string } }

/**
 * Renders the form that creates a redirect. With `undo`, also renders a button that restores the last deleted redirect.
 */
export function NewRedirect({ refusal, undo }: NewProps) {
  if (undo)
    return (
      <PostForm intent="create" button="Undo" busy="Undoing" className="mt-2">
        <input type="hidden" name="from" value={undo.from} />
        <input type="hidden" name="to" value={undo.to} />
      </PostForm>
    )
  return (
    <PostForm
      intent="create"
      button="Create redirect"
      busy="Creating"
      refusal={refusal}
      className="mt-4 max-w-xl space-y-5"
    >
      <Field
        label="From"
        name="from"
        hint="Such as /old-page."
        autoComplete="off"
        autoCapitalize="none"
        refusal={refusal}
        required
      />
      <Field
        label="To"
        name="to"
        hint="Such as /docs/first-bot."
        autoComplete="off"
        autoCapitalize="none"
        refusal={refusal}
        required
      />
    </PostForm>
  )
}
