import { redirect, type LinksFunction, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import { versionForm } from '#app/features/cms/form.ts'
import { listRevisions, readRevision, restoreRevision } from '#app/features/cms/revisions.server.ts'
import { entryFromParams } from '#app/http/pages/entry-forms.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { EntryHistory } from '#app/features/cms/ui/entry-history.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'
import { Pager } from '#app/ui/feedback/pager.tsx'
import styles from '#app/features/cms/ui/text-diff.css?url'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data ? `History of ${data.entry.title}` : 'History', matches)

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

const number = z.coerce.number().int().min(1).max(1_000_000_000)
const asked = z.object({
  n: number.optional(),
  limit: z.coerce.number().default(25),
  offset: z.coerce.number().default(0),
})
const restoreForm = versionForm.extend({ n: number })

export const loader = page(handle.needs, async (ctx, { params, request }) => {
  const one = entryFromParams(params)
  const { query, number: at, path, pages } = listQuery(asked, request.url)
  const entry = await readCmsEntry(ctx, one)
  const { revisions, total } = await listRevisions(ctx, { ...one, ...query })
  const shown = query.n === undefined ? null : await readRevision(ctx, { ...one, n: query.n })
  return { entry, revisions, shown, number: at, path, pages: pages(total) }
})

export const action = forms(({ params }) => ({
  restore: formHandler(restoreForm, async (ctx, { n, version }) => {
    const one = entryFromParams(params)
    await restoreRevision(ctx, { ...one, n, version })
    return redirect(`/admin/content/${one.type}/${one.id}?done=restored`)
  }),
}))

export default function History() {
  const { entry, revisions, shown, number: at, path, pages } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Console
      here="/admin/content"
      crumbs={[{ href: `/admin/content/${entry.type}/${entry.id}`, name: entry.title }]}
      crumb="History"
      title={`History of ${entry.title}`}
    >
      <EntryHistory entry={entry} revisions={revisions} shown={shown} refusal={refusal} />
      <Pager path={path} number={at} pages={pages} />
    </Console>
  )
}
