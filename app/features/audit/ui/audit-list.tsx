import { auditActions, type AuditEntry } from '#app/features/audit/schema.ts'
import { describeDetails, isEmptyDetail } from '#app/features/audit/ui/details.ts'
import { AsJson } from '#app/ui/feedback/disclosure.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

/** Returns the name of a job by its type. Passed by the page, because audit cannot import actions. */
type JobName = (type: string) => string

const columnsOf = (jobName: JobName): Column<AuditEntry>[] => [
  { name: 'Action', cell: ({ action }) => auditActions[action] },
  { name: 'Actor', cell: ({ actor }) => <AuditParty {...actor} jobName={jobName} /> },
  {
    name: 'Target',
    cell: ({ action, actor, target }) =>
      target &&
      target.id !== actor.id && (
        <>
          {action === 'session.refused' && 'as '}
          <AuditParty {...target} jobName={jobName} />
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

type Props = { entries: AuditEntry[]; list: ListState; jobName: JobName }

/** Renders the rows of the audit log. */
export const AuditList = ({ entries, list, jobName }: Props) => (
  <ListTable
    label="Audit log"
    list={list}
    rows={entries}
    columns={columnsOf(jobName)}
    keyOf={({ id }) => id}
    note={(entry) => hasDetails(entry) && <Details of={entry} />}
  />
)

const hasDetails = ({ details, tool }: AuditEntry) =>
  tool !== null || Object.values(details).some((value) => !isEmptyDetail(value))

/** Renders the details of a row in words. They open the raw details. */
function Details({ of: { action, details, tool, request_id } }: { of: AuditEntry }) {
  const words = [describeDetails(action, details), tool && `Browser tool: ${tool.replaceAll('_', ' ')}`]
  return (
    <details className="more">
      <summary>{words.filter(Boolean).join(' · ') || 'Details'}</summary>
      <AsJson label="Raw details" value={{ action, ...details, tool, request_id }} />
    </details>
  )
}

const kinds: Record<string, string> = {
  system: 'the service',
  cli: 'the command line',
  anonymous: 'a visitor',
  discord: 'Discord',
  runner: 'a runner',
  user: 'an unknown account',
  guild: 'a server',
  letter: 'an email',
  message: 'an email',
  submission: 'a deleted contact message',
  invitation: 'an invitation',
  site: 'the site',
}

function AuditParty({ kind, id, name, jobName }: AuditEntry['actor'] & { jobName: JobName }) {
  if (kind === 'user' && id && name)
    return (
      <a href={`/admin/users/${id}`} className="link inline-block">
        {name}
      </a>
    )
  if (kind === 'user' && id)
    return (
      <a href={`/admin/audit?actor=${id}`} className="link inline-block">
        a deleted account
      </a>
    )
  if (kind === 'submission' && id && name)
    return (
      <>
        message{' '}
        <a href={`/admin/inbox/${id}`} className="link inline-block">
          {name}
        </a>
      </>
    )
  if (kind === 'job' && name) return <>{jobName(name)}</>
  return <>{name ?? kinds[kind] ?? kind}</>
}
