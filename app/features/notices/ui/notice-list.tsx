import { CircleAlert, Info } from 'lucide-react'
import type { Notice } from '#app/features/notices/schema.ts'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

/** Icons and labels. Each icon has a distinct shape, so that color is not the only cue. */
const looks = {
  info: { Icon: Info, word: 'Info', ink: 'text-water' },
  warn: { Icon: CircleAlert, word: 'Problem', ink: 'text-stop' },
}

const columnsOf = (seenAt: string | null): Column<Notice>[] => [
  {
    name: 'Notice',
    cell: ({ title, href, at }) => (
      <>
        <a href={href} className="link">
          {title}
        </a>
        {(seenAt === null || at > seenAt) && (
          <span className="ml-2 inline-block border border-rim bg-sign px-1.5 text-xs font-bold text-on-sign">
            New
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Kind',
    isState: true,
    cell({ tone }) {
      const { Icon, word, ink } = looks[tone]
      return (
        <Chip ink={ink}>
          <Icon aria-hidden="true" />
          {word}
        </Chip>
      )
    },
  },
  { name: 'Time', cell: ({ at }) => <RelativeTime at={at} /> },
]

/** Renders notices, newest first. Each notice links to the page where the issue can be resolved. */
export const NoticeList = ({ notices, seenAt }: { notices: Notice[]; seenAt: string | null }) => (
  <ListTable label="Notices" rows={notices} columns={columnsOf(seenAt)} keyOf={({ id }) => id} />
)
