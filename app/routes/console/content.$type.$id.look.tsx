import { useLoaderData } from '@remix-run/react'
import { readEntryPreview } from '#app/features/cms/preview.server.ts'
import { entryFromParams } from '#app/http/pages/entry-forms.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Article } from '#app/features/content/ui/article.tsx'
import { headingsOfHtml } from '#app/features/content/ui/table-of-contents.tsx'

/** Page into which the editor renders the preview. */
export const handle = { needs: 'cms:write', framed: true, title: 'Preview' } as const

export const loader = page(handle.needs, async (ctx, { params }) => {
  const { entry, html } = await readEntryPreview(ctx, entryFromParams(params))
  return { ...entry, html, headings: headingsOfHtml(html), docs: [], crumbs: [], previous: null, next: null }
})

export default function Look() {
  return <Article {...useLoaderData<typeof loader>()} framedAs="Preview" />
}
