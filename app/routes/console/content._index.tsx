import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { changeEntries, entryBulkForm, type EntryBulkResult } from '#app/features/cms/bulk.server.ts'
import { hasOwnEntries, listCmsEntries } from '#app/features/cms/entries.server.ts'
import { findDeadSiteLinks } from '#app/features/cms/site-links.server.ts'
import { undeleteEntry } from '#app/features/cms/removal.server.ts'
import { entriesQuery, entrySort, entrySources } from '#app/features/cms/schema.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { ContentTabs } from '#app/features/cms/ui/content-tabs.tsx'
import { DeadSiteLinks, sentenceOf } from '#app/features/cms/ui/dead-site-links.tsx'
import { DeletedEntries, entryFilters, EntryList, sourceFilter } from '#app/features/cms/ui/entry-list.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { BulkNotice } from '#app/ui/lists/bulk-notice.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { Filters, ResultCount } from '#app/ui/lists/filters.tsx'
import { NewLink } from '#app/ui/lists/new-link.tsx'
import { isFiltered } from '#app/ui/lists/list-state.ts'
import { Pager } from '#app/ui/feedback/pager.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Content' } as const

const type = z.enum(entryTypes)
const filterSchema = entriesQuery.extend({
  type: type.optional(),
  source: z.enum(entrySources).optional(),
  ...entrySort,
})
const restoreForm = z.object({ entry: z.string().regex(/^\w+\/\w+$/) })

export const loader = page(handle.needs, async (ctx, { request, search }) => {
  const { query, list, number, path, pages } = listQuery(filterSchema, request.url)
  const hasOwn = await hasOwnEntries(ctx)
  // By default, content files, such as the documentation of Signpost, are not mixed with the entries of the CMS.
  const source = query.source ?? (hasOwn && query.status !== 'files' ? 'own' : 'all')
  const { entries, total } = await listCmsEntries(ctx, { ...query, source })
  const { data: deleted } = restoreForm.shape.entry.safeParse(search.get('deleted'))
  const [, its, id] = /^(\w+)\/(\w+)$/.exec(deleted ?? '') ?? []
  const { data: known } = type.safeParse(its)
  const deadLinks = known && id ? await findDeadSiteLinks(ctx, [{ type: known, id }]) : []
  return { entries, total, list, number, path, pages: pages(total), deleted, deadLinks, hasOwn, source }
})

export const action = forms<EntryBulkResult>(() => ({
  bulk: async (ctx, values) => changeEntries(ctx, parse(entryBulkForm, values)),
  undelete: formHandler(restoreForm, async (ctx, { entry }) => {
    const [its = '', id = ''] = entry.split('/')
    const back = await undeleteEntry(ctx, { type: parse(type, its), id })
    return redirect(`/admin/content/${back.type}/${back.id}?done=back`)
  }),
}))

/** State of the selected entries after each bulk action. */
const bulkLabels = {
  publish: 'published',
  unpublish: 'unpublished',
  archive: 'archived',
  delete: 'deleted',
  undelete: 'restored as drafts',
  restore: 'restored',
  undo: 'restored',
} as const satisfies Record<EntryBulkResult['act'], string>

/** Nouns for the number of entries from each source. */
const countedNouns = {
  own: { one: 'CMS entry', many: 'CMS entries' },
  files: { one: 'content file', many: 'content files' },
  all: { one: 'entry', many: 'entries' },
}

export default function Content() {
  const { entries, total, list, number, path, pages, deleted, deadLinks, hasOwn, source } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const done: EntryBulkResult | undefined = answer && !('error' in answer) ? answer : undefined
  const names = new Map(entries.map(({ type, id, title }) => [`${type}/${id}`, title]))
  const dead = answer ? (done?.deadLinks ?? []) : deadLinks
  const deadSentences = dead.map((link) => <p key={link.path}>{sentenceOf(link, false)}</p>)
  return (
    <Console
      here="/admin/content"
      title="Content"
      actions={<NewLink href="/admin/content/new?type=post" noun="post" />}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <ContentTabs here="/admin/content" />
        <NewEntryLinks className="max-md:hidden" />
      </div>
      <PageNotice tone="stop" title={answer && 'error' in answer && answer.error} />
      <BulkNotice result={done} noun={['entry was', 'entries were']} labels={bulkLabels} names={names}>
        {deadSentences}
      </BulkNotice>
      {deleted && !answer && (
        <PageNotice tone="done" title="The entry was deleted.">
          {deadSentences}
          For 30 days, you can restore the entry as a draft from the{' '}
          <a href="/admin/content?status=deleted" className="link">
            deleted entries
          </a>
          .
          <PostForm intent="undelete" button="Undo" busy="Undoing" className="mt-2">
            <input type="hidden" name="entry" value={deleted} />
          </PostForm>
        </PageNotice>
      )}
      <DeadSiteLinks links={dead} />
      <Filters
        label="Find entries"
        list={list}
        filters={hasOwn ? [...entryFilters, sourceFilter] : entryFilters}
        count={<ResultCount total={total} {...countedNouns[source]} />}
      />
      {entries.length === 0 ? (
        <EmptyState
          action={
            !isFiltered(list) && (
              <a href="/admin/content/new?type=post" className="button">
                New post
              </a>
            )
          }
        >
          {isFiltered(list)
            ? `No entries match. Try part of a title${hasOwn && !list.filters.source ? ', or the source “All”' : ''}.`
            : 'Pages, documents and posts that you write here appear on the site when you publish them.'}
        </EmptyState>
      ) : list.filters.status === 'deleted' ? (
        <DeletedEntries entries={entries} list={list} />
      ) : (
        <EntryList key={path + number} entries={entries} list={list} done={done} />
      )}
      <Pager path={path} number={number} pages={pages} />
      <NewEntryLinks className="mt-4 md:hidden" />
    </Console>
  )
}

/** Renders the links that create a page or a document: above the list, or below it on a phone. */
const NewEntryLinks = ({ className }: { className: string }) => (
  <p className={`flex gap-4 ${className}`}>
    <a href="/admin/content/new?type=page" className="link py-1">
      New page
    </a>
    <a href="/admin/content/new?type=doc" className="link py-1">
      New document
    </a>
  </p>
)
