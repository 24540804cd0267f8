import { useRef, type RefObject } from 'react'
import type { BodyIssue } from '#app/features/cms/ui/markdown-editor.ts'

type Props = {
  frame: RefObject<HTMLIFrameElement>
  address: string
  wrong: readonly BodyIssue[]
  loaded: () => void
}

/** Renders the preview of an entry next to its editor, below the issues in the body. */
export function EntryPreview({ frame, address, wrong, loaded }: Props) {
  return (
    <section aria-labelledby="look" className="min-w-0">
      <h2 id="look" className="text-2xl">
        What readers will see
      </h2>
      <div role="status">
        {wrong.length > 0 && (
          <ul className="mt-2 space-y-1 text-stop">
            {wrong.slice(0, 5).map(({ line, column, reason }) => (
              <li key={`${line}:${column}:${reason}`}>
                Line {line}, column {column}: {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
      <iframe
        ref={frame}
        src={address}
        title="The entry as readers will see it"
        className="look mt-3"
        onLoad={loaded}
      />
    </section>
  )
}

type Drawn = { html: string | null; refused: BodyIssue[] }

/**
 * Renders the current text in the preview frame and aborts the previous call. `told` receives the issues in the body.
 */
export function usePreview(told: (wrong: BodyIssue[]) => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  const asking = useRef<AbortController>()
  const last = useRef('')

  const put = (fields: { title: string; description: string }) => {
    const page = frame.current?.contentDocument
    const prose = page?.querySelector('.prose')
    if (!page || !prose) return
    if (prose.innerHTML !== last.current) prose.innerHTML = last.current
    const [title, lead] = [page.querySelector('h1'), page.querySelector('h1 + div p')]
    if (title) title.textContent = fields.title
    if (lead) lead.textContent = fields.description
  }

  async function draw(form: HTMLFormElement | null) {
    if (!form) return
    const data = new FormData(form)
    const text = (name: string) => String(data.get(name) ?? '')
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    try {
      const answer = await fetch('/api/cms/render', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ body: text('body') }),
        signal,
      })
      if (!answer.ok) return
      const { html, refused } = (await answer.json()) as Drawn
      if (html !== null) last.current = html
      told(refused)
      put({ title: text('title'), description: text('description') })
    } catch {
      // The next keystroke renders the preview again.
    }
  }
  return { frame, draw }
}
