import { useLoaderData } from '@remix-run/react'
import { listAudit } from '#app/features/audit/audit.server.ts'
import { auditActionNames, auditActions, auditQuery } from '#app/features/audit/schema.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { AuditList } from '#app/features/audit/ui/audit-list.tsx'
import { Console } from '#app/ui/layout/console.tsx'
import { Field, Select } from '#app/ui/forms/field.tsx'
import { ResultCount, Filters } from '#app/ui/forms/filters.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'

export const handle = { needs: 'audit:read', title: 'Audit log' } as const

export const loader = page(handle.needs, async (ctx, { request }) => {
  const { query, filters, number, path, pages } = listQuery(auditQuery, request.url)
  const { entries, total } = await listAudit(ctx, query)
  return { entries, total, filters, number, path, pages: pages(total) }
})

const actions = [
  { value: '', name: 'Any' },
  ...auditActionNames.map((value) => ({ value, name: auditActions[value] })),
]

const ways = [
  { value: '', name: 'Any' },
  { value: 'agent', name: 'Browser tool' },
  { value: 'person', name: 'Person' },
]

export default function Audit() {
  const { entries, total, filters, number, path, pages } = useLoaderData<typeof loader>()
  return (
    <Console
      here="/admin/audit"
      title="Audit log"
      lead="Every recorded action with its actor, target, time and network, newest first. Entries cannot be edited."
    >
      <Filters label="Filter the log" clear={Object.keys(filters).length ? '/admin/audit' : null}>
        <Select label="Action" name="action" value={filters.action ?? ''} options={actions} />
        <Select label="Made with" name="through" value={filters.through ?? ''} options={ways} />
        <Field label="Actor (name or id)" name="actor" defaultValue={filters.actor} autoComplete="off" />
        <Field label="Target (name or id)" name="target" defaultValue={filters.target} autoComplete="off" />
        <Field label="From (UTC)" name="from" type="date" defaultValue={filters.from} />
        <Field label="To (UTC)" name="to" type="date" defaultValue={filters.to} />
      </Filters>
      <ResultCount total={total} one="entry" many="entries" />
      {entries.length > 0 ? (
        <AuditList entries={entries} />
      ) : (
        <p className="mt-4 max-w-2xl text-soft">
          No entries match. Sign-ins and account changes appear here as they happen.
        </p>
      )}
      <Pager path={path} number={number} pages={pages} />
    </Console>
  )
}
