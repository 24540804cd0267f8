import { CircleAlert, Info } from 'lucide-react'
import type { Notice } from '#app/features/notices/schema.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'

/** Each has a form and a word of its own, so that it can be told from the other without its colour. */
const looks = {
  info: { Icon: Info, word: 'To know', ink: 'text-water' },
  warn: { Icon: CircleAlert, word: 'Trouble', ink: 'text-stop' },
}

/** What needs attention, the newest first; each leads to where something can be done about it. */
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
              <Timestamp at={at} />
            </p>
          </li>
        )
      })}
    </ul>
  )
}
