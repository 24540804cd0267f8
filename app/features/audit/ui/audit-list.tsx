import { auditActions, type AuditEntry } from '#app/features/audit/schema.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { formatAmount } from '#app/primitives/count.ts'

/** Renders the rows of the audit log. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  return (
    <ol className="mt-2">
      {entries.map(({ id, at, action, actor, target, address, tool, details }) => (
        <li
          key={id}
          className="grid gap-x-6 gap-y-0.5 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_15rem]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="label">{auditActions[action]}</p>
            <p className="text-soft">
              <AuditParty {...actor} />
              {target && target.id !== actor.id && (
                <>
                  {action === 'session.refused' ? ' as ' : ' on '}
                  <AuditParty {...target} />
                </>
              )}
            </p>
            <Details action={action} details={details} />
          </div>
          <div className="min-w-0 text-muted [overflow-wrap:anywhere]">
            <p>
              <Timestamp at={at} />
            </p>
            {address && <p>from {address}</p>}
            {tool && <p>through the browser tool {tool}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

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

/** Renders the details of a row as text, or nothing if all of them are empty. */
function Details({ action, details }: Pick<AuditEntry, 'action' | 'details'>) {
  const words = detailsText(action, details)
  return words ? <p className="text-muted">{words}</p> : null
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

/** Actions whose rows count refusals. */
const countedActions: ReadonlySet<string> = new Set<AuditEntry['action']>([
  'key.refused',
  'runner.refused',
  'sign_in.throttled',
])

/** Formats details: `{from: 'member', to: 'editor', guild_id: null}` becomes “from member, to editor”. */
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
