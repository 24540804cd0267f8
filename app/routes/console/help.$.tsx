import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readManual } from '#app/features/content/manual.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { Prose } from '#app/ui/layout/main.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'

export const handle = { needs: 'console:open' } as const

export const loader = page(handle.needs, async (ctx, { params }) => {
  const { entry, html } = await readManual(ctx, { slug: params['*'] ?? '' })
  return { title: entry.title, description: entry.description, html }
})

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.title ?? 'Help', matches)

export default function HelpPage() {
  const { title, description, html } = useLoaderData<typeof loader>()
  return (
    <Console here="/admin/help" crumbs={[]} title={title} lead={description}>
      <Prose html={html} />
    </Console>
  )
}
