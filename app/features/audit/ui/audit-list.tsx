import { auditActions, type AuditEntry } from '#app/features/audit/schema.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { formatAmount } from '#app/primitives/count.ts'

const columns: Column<AuditEntry>[] = [
  { name: 'Action', cell: ({ action }) => auditActions[action] },
  { name: 'Actor', cell: ({ actor }) => <AuditParty {...actor} /> },
  {
    name: 'Target',
    cell: ({ action, actor, target }) =>
      target &&
      target.id !== actor.id && (
        <>
          {action === 'session.refused' && 'as '}
          <AuditParty {...target} />
        </>
      ),
  },
  { name: 'Address', cell: ({ address }) => address },
  {
    name: 'Time',
    sort: { by: 'at', first: 'desc' },
    sorted: 'desc',
    cell: ({ at }) => <RelativeTime at={at} />,
  },
]

/** Renders the rows of the audit log. */
export const AuditList = ({ entries, list }: { entries: AuditEntry[]; list: ListState }) => (
  <ListTable
    label="Audit log"
    list={list}
    rows={entries}
    columns={columns}
    keyOf={({ id }) => id}
    note={({ action, details, tool }) =>
      [detailsText(action, details), tool && `browser tool ${tool}`].filter(Boolean).join(', ')
    }
  />
)

const kinds: Record<string, string> = {
  system: 'the service',
  anonymous: 'a visitor',
  user: 'an unknown account',
  letter: 'an email',
  submission: 'a contact message',
  invitation: 'an invitation',
}

function AuditParty({ kind, id, name }: AuditEntry['actor']) {
  if (kind === 'user' && id && name)
    return (
      <a href={`/admin/users/${id}`} className="link inline-block">
        {name}
      </a>
    )
  if (kind === 'user' && id)
    return (
      <a href={`/admin/audit?actor=${id}`} className="link inline-block">
        a deleted account ({id})
      </a>
    )
  return <>{name ?? kinds[kind] ?? kind}</>
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

/** Actions whose rows count refusals. */
const countedActions: ReadonlySet<string> = new Set<AuditEntry['action']>([
  'key.refused',
  'runner.refused',
  'sign_in.throttled',
])

/** Formats the details of a row, without empty details: `{from: 'member', to: 'editor', guild_id: null}` becomes “from member, to editor”. */
const detailsText = (action: AuditEntry['action'], details: AuditEntry['details']) =>
  countedActions.has(action)
    ? refusalsText(details)
    : Object.entries(details)
        .filter(([, value]) => !isEmpty(value))
        .map(
          ([name, value]) =>
            `${name.replaceAll('_', ' ')} ${Array.isArray(value) ? value.join(', ') : String(value)}`,
        )
        .join(', ')

/** Formats counted refusals as text, such as “3 times, from 192.0.2.0/24 and other networks”. */
function refusalsText({ count, networks, other_networks }: AuditEntry['details']) {
  const often = formatAmount(Number(count), 'time', 'times')
  const from = (networks as string[]).join(', ')
  return `${often}, from ${from}${other_networks ? ' and other networks' : ''}`
}
