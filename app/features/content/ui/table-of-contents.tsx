import { ChevronDown } from 'lucide-react'
import { useMessages } from '#app/ui/layout/messages.tsx'

/** Heading of level 2 or 3 in rendered content. */
export type Heading = { level: 2 | 3; id: string; text: string }

/** Extracts the visible headings with ids from rendered content, in order, as plain text. */
export function headingsOfHtml(html: string): Heading[] {
  return [...html.matchAll(/<h([23])(\s[^>]*)>(.*?)<\/h\1>/gs)].flatMap(
    ([, level, attributes = '', inner = '']) => {
      const id = /\sid="([^"]+)"/.exec(attributes)?.[1]
      if (!id || /\bsr-only\b/.test(attributes)) return []
      return [{ level: level === '2' ? 2 : 3, id: unescape(id), text: plainText(inner) }]
    },
  )
}

const plainText = (inner: string) =>
  unescape(inner.replace(/<a\s[^>]*class="heading-anchor".*?<\/a>/gs, '').replace(/<[^<>]+>/g, ''))

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const unescape = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

type Props = { headings: Heading[] }

/** Renders the table of contents beside a long page on wide screens. */
export function TableOfContents({ headings }: Props) {
  const { text } = useMessages()
  if (headings.length < 2) return <div className="hidden xl:block" />
  return (
    <nav
      aria-labelledby="onThisPage"
      data-contents
      className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto px-1.5 py-12 xl:block print:hidden"
    >
      <p id="onThisPage" className="label">
        {text('page.onThisPage')}
      </p>
      <Headings headings={headings} className="mt-2 border-l border-line" />
    </nav>
  )
}

/** Renders the collapsed table of contents above the text on narrow screens, if there are at least three headings. */
export function CollapsedContents({ headings }: Props) {
  const { text } = useMessages()
  if (headings.length < 3) return null
  return (
    <details data-md="omit" className="group mb-8 border border-edge bg-raised xl:hidden print:hidden">
      <summary className="flex min-h-12 items-center justify-between px-4 font-sign text-lg font-bold">
        {text('page.onThisPage')}
        <ChevronDown className="size-5 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <nav aria-label={text('page.onThisPage')} className="border-t border-line">
        <Headings headings={headings} className="p-2" />
      </nav>
    </details>
  )
}

function Headings({ headings, className }: Props & { className: string }) {
  return (
    <ul className={className}>
      {headings.map(({ id, text, level }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`contents-link quiet block py-1 text-[0.9375rem] leading-snug text-muted aria-[current]:text-ink ${level === 2 ? 'pl-4' : 'pl-8'}`}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
