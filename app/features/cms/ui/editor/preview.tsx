import { useCallback, useRef, type RefObject } from 'react'
import { suggestDescription } from '#app/features/cms/field-values.ts'
import { fieldsOf } from '#app/features/cms/ui/editor/form.ts'
import type { Issue } from '#app/errors.ts'
import type { BodyIssue } from '#app/features/cms/ui/editor/markdown-editor.ts'
import { alignedScroll, type ScrollView } from '#app/features/cms/ui/editor/scroll-sync.ts'

type Props = { frame: RefObject<HTMLIFrameElement>; src: string; loaded: () => void }

/** Renders the preview of an entry next to its editor. */
export const EntryPreview = ({ frame, src, loaded }: Props) => (
  <section aria-labelledby="look" className="entry-preview">
    <h2 id="look" className="sr-only">
      Preview
    </h2>
    <iframe
      ref={frame}
      src={src}
      title="The entry as readers will see it"
      className="look"
      loading="lazy"
      onLoad={loaded}
    />
  </section>
)

type Drawn = { html: string | null; refused: BodyIssue[]; warnings: string[] }

/** Statuses of bodies that are too long or otherwise invalid. */
const REFUSED = new Set([400, 413])

async function refusedBody(answer: Response): Promise<Drawn> {
  const { error, issues } = (await answer.json()) as { error: string; issues?: Issue[] }
  const reason = issues?.[0]?.message ?? error
  return { html: null, refused: [{ line: null, column: null, reason }], warnings: [] }
}

/**
 * Renders the current text in the preview frame and aborts the previous call. `told` receives the issues and warnings.
 * `follow` scrolls the frame to the part that the editor shows.
 */
export function usePreview(told: (wrong: BodyIssue[]) => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  const asking = useRef<AbortController>()
  const last = useRef<string | null>(null)

  const put = (fields: { title: string; description: string }, isRefused: boolean) => {
    const page = frame.current?.contentDocument
    const prose = page?.querySelector('.prose')
    if (!page || !prose) return
    if (last.current !== null && prose.innerHTML !== last.current) prose.innerHTML = last.current
    page.getElementById('refused')?.remove()
    if (isRefused) {
      const note = Object.assign(page.createElement('p'), {
        id: 'refused',
        className: 'font-semibold text-stop',
      })
      note.textContent = 'The preview cannot show your latest changes. Fix the errors in the text.'
      prose.before(note)
    }
    const [title, lead] = [page.querySelector('h1'), page.querySelector('h1 + div p')]
    if (title) title.textContent = fields.title
    if (lead) lead.textContent = fields.description
  }

  async function draw(form: HTMLFormElement | null) {
    if (!form) return
    const { title, description, body } = fieldsOf(form)
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    try {
      const answer = await fetch('/api/cms/render', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ body }),
        signal,
      })
      if (!answer.ok && !REFUSED.has(answer.status)) return
      const drawn = answer.ok ? ((await answer.json()) as Drawn) : await refusedBody(answer)
      const { html, refused, warnings } = drawn
      if (html !== null) last.current = html
      told([...refused, ...warnings.map((reason) => ({ line: null, column: null, reason, isWarning: true }))])
      put({ title, description: description || suggestDescription(body) }, refused.length > 0)
    } catch {
      // The next keystroke renders the preview again.
    }
  }

  const follow = useCallback((top: number, range: ScrollView) => {
    const page = frame.current?.contentDocument
    const box = page?.scrollingElement
    if (!page || !box) return
    const headings = page.querySelectorAll('.prose :is(h1, h2, h3, h4, h5, h6)')
    const anchors = [...headings].map((heading) => heading.getBoundingClientRect().top + box.scrollTop)
    box.scrollTop = alignedScroll(top, range, { anchors, most: box.scrollHeight - box.clientHeight })
  }, [])
  return { frame, draw, follow }
}
