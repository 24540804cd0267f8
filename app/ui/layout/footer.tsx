import { markdownPath } from '#app/site/paths.ts'
import { useLocation } from '@remix-run/react'
import { Logo } from '#app/ui/layout/logo.tsx'

/** Renders the site footer. `markdown` adds a link to the Markdown version, which only public pages have. */
export function Footer({ markdown }: { markdown: boolean }) {
  const { pathname, search } = useLocation()
  const columns = [
    {
      title: 'Read',
      links: [
        ['/docs', 'Documentation'],
        ['/blog', 'Blog'],
        ['/search', 'Search'],
        ['/changelog', 'Changelog'],
        ['/sitemap.xml', 'Sitemap'],
      ],
    },
    {
      title: 'For machines',
      links: [
        ...(markdown ? [[markdownPath(pathname + search), 'This page as Markdown']] : []),
        ['/llms.txt', 'llms.txt'],
        ['/feed.xml', 'Feed'],
        ['/api/openapi.json', 'OpenAPI document'],
        ['/.well-known/agent-skills/index.json', 'Agent skills'],
        ['/robots.txt', 'Crawling terms'],
      ],
    },
    {
      title: 'Signpost',
      links: [
        ['/about', 'About'],
        ['/contact', 'Contact'],
        ['/privacy', 'Privacy'],
        ['/terms', 'Terms'],
      ],
    },
  ]
  return (
    <footer className="mt-auto border-t border-line bg-sunken print:hidden">
      <div className="frame grid grid-cols-2 gap-x-6 gap-y-10 py-12 sm:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <Logo className="size-10" />
          <p className="mt-3 max-w-xs text-muted">
            One URL for each page, for people, crawlers, agents and bots.
          </p>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="label">{title}</h2>
            <ul className="mt-2">
              {links.map(([href, name]) => (
                <li key={name}>
                  <a href={href} className="quiet inline-block py-1.5 text-soft">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
