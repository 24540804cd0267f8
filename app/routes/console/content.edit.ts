import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { findEditor } from '#app/features/cms/entries.server.ts'
import { page } from '#app/http/pages/page.server.ts'

/** Leads from the address of a public page to its editor. */
export const loader = (args: LoaderFunctionArgs) =>
  page(args, 'cms:write', async (ctx) => {
    const path = new URL(args.request.url).searchParams.get('path') ?? ''
    const { type, id } = await findEditor(ctx, { path })
    return redirect(`/admin/content/${type}/${id}`)
  })
