import { useLoaderData } from '@remix-run/react'
import { HELP, listManual } from '#app/features/content/manual.server.ts'
import { bySection, docLinkOf } from '#app/features/content/ui/docs-nav.tsx'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'

export const handle = { needs: 'console:open', title: 'Help' } as const

export const loader = page(handle.needs, async (ctx) => ({
  docs: (await listManual(ctx)).map((entry) => ({
    ...docLinkOf(entry),
    href: `${HELP}/${entry.slug}`,
    description: entry.description,
  })),
}))

export default function Help() {
  const { docs } = useLoaderData<typeof loader>()
  return (
    <Console here="/admin/help" title="Help" lead="The manual for this version of Signpost.">
      {bySection(docs).map(([section, members]) => (
        <section key={section} className="border-b border-line py-6 first:pt-0 last:border-0">
          <h2 className="text-2xl">{section}</h2>
          <ul className="mt-3 grid gap-x-10 gap-y-4 sm:grid-cols-2">
            {members.map(({ path, href, title, description }) => (
              <li key={path}>
                <a href={href} className="link font-semibold">
                  {title}
                </a>
                <p className="text-muted">{description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Console>
  )
}
