import { CircleAlert, Info } from 'lucide-react'
import type { Notice } from '#app/features/notices/schema.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'

/** Icons and labels. Each icon has a distinct shape, so that color is not the only cue. */
const looks = {
  info: { Icon: Info, word: 'Info', ink: 'text-water' },
  warn: { Icon: CircleAlert, word: 'Problem', ink: 'text-stop' },
}

/** Renders notices, newest first. Each notice links to the page where the issue can be resolved. */
export function NoticeList({ notices, seenAt }: { notices: Notice[]; seenAt: string | null }) {
  return (
    <ul className="border-t border-line">
      {notices.map(({ id, tone, title, href, at }) => {
        const { Icon, word, ink } = looks[tone]
        return (
          <li
            key={id}
            className="grid gap-x-8 gap-y-1 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-lg [overflow-wrap:anywhere]">
              <a href={href} className="link inline-block py-0.5">
                {title}
              </a>
              {(seenAt === null || at > seenAt) && (
                <span className="inline-block border border-rim bg-sign px-1.5 text-sm font-bold text-on-sign">
                  New
                </span>
              )}
            </p>
            <p className="flex flex-wrap items-center gap-x-4 text-muted">
              <span className={`inline-flex items-center gap-1.5 font-semibold ${ink}`}>
                <Icon className="size-5 shrink-0" aria-hidden="true" />
                {word}
              </span>
              <RelativeTime at={at} />
            </p>
          </li>
        )
      })}
    </ul>
  )
}
