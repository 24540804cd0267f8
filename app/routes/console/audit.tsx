import { useLoaderData } from '@remix-run/react'
import type { Context } from '#app/context.server.ts'
import { actionLabels } from '#app/features/actions/config-fields.ts'
import { submissionSubjects } from '#app/features/contact/inbox.server.ts'
import { listAudit } from '#app/features/audit/audit.server.ts'
import {
  auditActionNames,
  auditActions,
  auditQuery,
  auditSort,
  resourceOf,
  type AuditEntry,
} from '#app/features/audit/schema.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { AuditList } from '#app/features/audit/ui/audit-list.tsx'
import { Console } from '#app/ui/layout/console.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { choice, Filters, ResultCount, type Filter } from '#app/ui/lists/filters.tsx'
import { isFiltered } from '#app/ui/lists/list-state.ts'
import { ownValue } from '#app/primitives/objects.ts'
import { Pager } from '#app/ui/feedback/pager.tsx'

export const handle = { needs: 'audit:read', title: 'Audit log' } as const

export const loader = page(handle.needs, async (ctx, { request }) => {
  const { query, list, number, path, pages } = listQuery(auditQuery.extend(auditSort), request.url)
  const { entries, total } = await listAudit(ctx, query)
  await nameSubmissions(ctx, entries)
  return { entries, total, list, number, path, pages: pages(total) }
})

/** Adds the subjects of contact messages, which the audit log itself does not contain. */
async function nameSubmissions(ctx: Context, entries: AuditEntry[]) {
  const targets = entries.flatMap(({ target }) => (target?.kind === 'submission' ? [target] : []))
  const subjects = await submissionSubjects(
    ctx,
    targets.flatMap(({ id }) => id ?? []),
  )
  for (const target of targets) target.name = subjects.get(target.id!) ?? null
}

const filters: Filter[] = [
  choice(
    'Action',
    'action',
    auditActionNames.map((value) => ({ value, name: auditActions[value], group: resourceOf(value) })),
  ),
  choice('Made with', 'through', [
    { value: 'agent', name: 'Browser tool' },
    { value: 'person', name: 'Person' },
  ]),
  { label: 'Actor (name or id)', name: 'actor', type: 'text' },
  { label: 'Target (name or id)', name: 'target', type: 'text' },
  { label: 'From (UTC)', name: 'from', type: 'date' },
  { label: 'To (UTC)', name: 'to', type: 'date' },
]

const jobName = (type: string) => ownValue(actionLabels, type)?.name ?? type

export default function Audit() {
  const { entries, total, list, number, path, pages } = useLoaderData<typeof loader>()
  return (
    <Console here="/admin/audit" title="Audit log" lead="Every recorded action. Entries cannot be edited.">
      <Filters
        label="Filter the log"
        list={list}
        filters={filters}
        count={<ResultCount total={total} one="entry" many="entries" />}
      />
      {entries.length > 0 ? (
        <AuditList entries={entries} list={list} jobName={jobName} />
      ) : (
        <EmptyState>
          {isFiltered(list)
            ? 'No entries match. Remove a filter.'
            : 'Sign-ins and changes of accounts, content and servers appear here as they happen.'}
        </EmptyState>
      )}
      <Pager path={path} number={number} pages={pages} />
    </Console>
  )
}
