import { useLocation } from '@remix-run/react'
import { ChevronDown, Menu, Monitor, Moon, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { themes } from '#app/site/theme.ts'
import type { NavigationItem, Site } from '#app/site/identity.ts'
import type { Messages } from '#app/site/messages/messages.ts'
import { AccountMenu, SignInLink } from '#app/ui/layout/account-menu.tsx'
import { Logo } from '#app/ui/layout/logo.tsx'
import { Message, useMessages } from '#app/ui/layout/messages.tsx'
import { useAccount, useSections, useSite, type SiteSections } from '#app/ui/layout/root-data.ts'

const icons = { system: Monitor, light: Sun, dark: Moon } as const

/**
 * Renders the button that cycles through the themes. All states are in the markup and CSS shows one, so the button
 * needs no hydration.
 */
export function ThemeButton() {
  const { text } = useMessages()
  return (
    <button
      type="button"
      data-theme-button
      className="quiet inline-grid size-11 place-items-center text-soft"
      title={text('header.changeTheme')}
    >
      {themes.map((theme) => {
        const Icon = icons[theme]
        return (
          <span key={theme} data-theme-state={theme}>
            <Icon className="size-5" aria-hidden="true" />
            <span className="sr-only">{text(`header.${theme}`)}</span>
          </span>
        )
      })}
    </button>
  )
}

/** Returns the links of the header: the chosen links, or the sections that have entries. */
function navigationOf(
  { navigation }: Site,
  { docs, blog }: SiteSections,
  { text }: Messages,
): NavigationItem[] {
  return (
    navigation ?? [
      ...(docs ? [{ href: '/docs', label: text('common.docs') }] : []),
      ...(blog ? [{ href: '/blog', label: text('common.blog') }] : []),
      { href: '/search', label: text('common.search') },
      ...(docs ? [{ href: '/chat', label: text('common.chat') }] : []),
    ]
  )
}

type Props = {
  forAgents: boolean
  /** Button of the command palette, if the page has one. */
  palette: ReactNode
}

/**
 * Renders the site header. Links are plain anchors, because public pages have no router and private pages need a full
 * load.
 */
export function Header({ forAgents, palette }: Props) {
  const site = useSite()
  const messages = useMessages()
  const { text } = messages
  const places = navigationOf(site, useSections(), messages)
  const account = useAccount()
  const hasSearch = places.some((place) => 'href' in place && place.href === '/search')
  return (
    <header className="border-b border-line bg-paper print:hidden">
      {forAgents && (
        <p className="sr-only">
          <Message
            id="header.forAgents"
            values={{
              a: (parts) => (
                <a href="/llms.txt" tabIndex={-1}>
                  {parts}
                </a>
              ),
            }}
          />
        </p>
      )}
      <div className="frame flex h-16 items-center gap-2">
        <a
          href="/"
          className="-ml-1 mr-auto flex min-w-0 items-center gap-2 p-1 font-sign text-xl font-bold sm:text-2xl"
        >
          <Logo site={site} className={`h-8 shrink-0 ${site.logo ? 'w-auto max-w-40' : 'w-8'}`} />
          <span className="line-clamp-2 leading-tight [overflow-wrap:anywhere]">{site.name}</span>
        </a>
        <nav aria-label={text('header.main')} className="hidden md:block">
          <ul className="flex gap-1">
            {places.map((place) => (
              <li key={place.label}>
                {'items' in place ? (
                  <PlaceMenu {...place} />
                ) : (
                  <PlaceLink {...place} className="flex h-16 items-center px-3" />
                )}
              </li>
            ))}
          </ul>
        </nav>
        {/* The search of public pages is where other pages have the palette. */}
        {forAgents && (
          <a
            href="/search"
            data-search
            className={`inline-grid size-11 place-items-center text-soft ${hasSearch ? 'md:hidden' : ''}`}
          >
            <Search className="size-5" aria-hidden="true" />
            <span className="sr-only">{text('common.search')}</span>
          </a>
        )}
        {palette}
        <ThemeButton />
        <AccountMenu account={account} className="button small hidden md:inline-flex" />
        <details data-menu className="group relative md:hidden">
          <summary className="-mr-2 inline-grid size-11 place-items-center">
            <Menu className="size-6" aria-hidden="true" />
            <span className="sr-only">{text('header.menu')}</span>
          </summary>
          <nav
            aria-label={text('header.main')}
            className="absolute right-0 top-12 z-10 w-56 border border-edge bg-raised shadow-card"
          >
            <ul>
              {places.map((place) => (
                <li key={place.label} className="border-b border-line last:border-0">
                  {'items' in place ? (
                    <>
                      <p className="label px-4 pt-3 text-muted">{place.label}</p>
                      <ul>
                        {place.items.map((link) => (
                          <li key={link.label}>
                            <PlaceLink {...link} className="block py-3 pl-8 pr-4" />
                          </li>
                        ))}
                      </ul>
                    </>
                  ) : (
                    <PlaceLink {...place} className="block px-4 py-3" />
                  )}
                </li>
              ))}
              <li className="border-b border-line last:border-0">
                <SignInLink
                  isHidden={account !== null}
                  className="place block px-4 py-3 font-sign text-lg font-bold text-soft hover:text-ink"
                />
              </li>
            </ul>
          </nav>
        </details>
      </div>
    </header>
  )
}

/** Renders a menu of the navigation on wide screens. It opens without scripts. */
const PlaceMenu = ({ label, items }: Extract<NavigationItem, { items: unknown }>) => (
  <details data-menu className="group relative">
    <summary className="place flex h-16 cursor-pointer items-center gap-1 px-3 font-sign text-lg font-bold text-soft hover:text-ink">
      {label}
      <ChevronDown className="size-4 group-open:rotate-180" aria-hidden="true" />
    </summary>
    <ul className="absolute left-0 top-14 z-10 w-56 border border-edge bg-raised shadow-card">
      {items.map((item) => (
        <li key={item.label} className="border-b border-line last:border-0">
          <PlaceLink {...item} className="block px-4 py-3" />
        </li>
      ))}
    </ul>
  </details>
)

type PlaceProps = { href: string; label: string; className: string }

function PlaceLink({ href, label, className }: PlaceProps) {
  const { pathname } = useLocation()
  const here = pathname === href || pathname.startsWith(`${href}/`)
  const exact = pathname === href
  return (
    <a
      href={href}
      aria-current={exact ? 'page' : here ? 'true' : undefined}
      {...(href === '/search' ? { 'data-search': '' } : {})}
      className={`place font-sign text-lg font-bold ${here ? 'text-ink' : 'text-soft hover:text-ink'} ${className}`}
    >
      {label}
    </a>
  )
}
