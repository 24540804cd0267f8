import { useLocation } from '@remix-run/react'
import type { Link, Site } from '#app/site/identity.ts'
import { markdownPath } from '#app/site/paths.ts'
import type { Messages } from '#app/site/messages/messages.ts'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { Logo } from '#app/ui/layout/logo.tsx'
import { useSections, useSite, type SiteSections } from '#app/ui/layout/root-data.ts'

type Column = { title: string; links: readonly Link[] }

/** Returns the columns of the footer: the chosen columns, or the pages and sections that exist. */
function columnsOf(
  { footer, name, legal }: Site,
  { docs, blog, pages }: SiteSections,
  { text }: Messages,
): Column[] {
  if (footer) return footer
  const page = (label: string, path: string) => (pages.includes(path) ? [{ href: path, label }] : [])
  const chosen = (label: string, path: string | undefined, usual: string) =>
    path ? [{ href: path, label }] : page(label, usual)
  return [
    {
      title: text('footer.read'),
      links: [
        ...(docs ? [{ href: '/docs', label: text('common.documentation') }] : []),
        ...(blog ? [{ href: '/blog', label: text('common.blog') }] : []),
        { href: '/search', label: text('common.search') },
        ...page(text('footer.changelog'), '/changelog'),
        { href: '/sitemap.xml', label: text('common.sitemap') },
      ],
    },
    {
      title: name,
      links: [
        ...page(text('footer.about'), '/about'),
        { href: '/contact', label: text('common.contact') },
        ...chosen(text('footer.privacy'), legal.privacy, '/privacy'),
        ...chosen(text('footer.terms'), legal.terms, '/terms'),
        ...chosen(text('footer.imprint'), legal.imprint, ''),
      ],
    },
  ]
}

const machineLinks = ({ text }: Messages): Link[] => [
  { href: '/llms.txt', label: 'llms.txt' },
  { href: '/feed.xml', label: text('footer.feed') },
  { href: '/api/openapi.json', label: text('footer.openapi') },
  { href: '/.well-known/agent-skills/index.json', label: text('footer.skills') },
  { href: '/robots.txt', label: text('footer.crawlers') },
]

/** Renders the site footer. `markdown` adds a link to the Markdown version, which only public pages have. */
export function Footer({ markdown }: { markdown: boolean }) {
  const { pathname, search } = useLocation()
  const site = useSite()
  const messages = useMessages()
  const { text } = messages
  const columns = columnsOf(site, useSections(), messages)
  const page = { href: markdownPath(pathname + search), label: text('footer.markdown') }
  const machines = {
    title: text('footer.machines'),
    links: [...(markdown ? [page] : []), ...machineLinks(messages)],
  }
  return (
    <footer className="mt-auto border-t border-line bg-sunken print:hidden">
      <div className="frame grid gap-x-6 gap-y-10 py-12 lg:grid-cols-[1fr_2.4fr]">
        <div>
          <Logo site={site} className={`h-10 ${site.logo ? 'w-auto max-w-48' : 'w-10'}`} />
          {site.tagline && <p className="mt-3 max-w-xs text-muted">{site.tagline}</p>}
          {site.social.length > 0 && (
            <Links links={site.social} rel="me" className="mt-2 flex flex-wrap gap-x-4" />
          )}
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
          {[...columns.slice(0, 1), machines, ...columns.slice(1)].map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="label">{title}</h2>
              <Links links={links} className="mt-2" />
            </nav>
          ))}
        </div>
        <Small {...site} />
      </div>
    </footer>
  )
}

const Links = ({ links, rel, className }: { links: readonly Link[]; rel?: string; className: string }) => (
  <ul className={className}>
    {links.map(({ href, label }) => (
      <li key={label}>
        <a href={href} rel={rel} className="quiet inline-block py-1.5 text-soft">
          {label}
        </a>
      </li>
    ))}
  </ul>
)

/** Renders the last line of the footer, if the site has a copyright line or a credit. */
function Small({ copyright, credit }: Site) {
  const { text } = useMessages()
  if (!copyright && !credit) return null
  return (
    <p className="col-span-full flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line pt-4 text-sm text-muted">
      <span>{copyright}</span>
      {credit && <span>{text('footer.credit')}</span>}
    </p>
  )
}
