import { redirect } from '@remix-run/node'
import { findEntryByPath } from '#app/features/cms/entries.server.ts'
import { page } from '#app/http/pages/page.server.ts'

/** Redirects from the path of a public page to its editor. */
export const loader = page('cms:write', async (ctx, { search }) => {
  const { type, id } = await findEntryByPath(ctx, { path: search.get('path') ?? '' })
  return redirect(`/admin/content/${type}/${id}`)
})
