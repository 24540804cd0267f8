import { useLocation } from '@remix-run/react'
import { Menu, Monitor, Moon, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { themes } from '#app/site/theme.ts'
import { Logo } from '#app/ui/layout/logo.tsx'

const icons = { system: Monitor, light: Sun, dark: Moon } as const
const names = { system: 'system', light: 'light', dark: 'dark' } as const

/**
 * Renders the button that cycles through the themes. All states are in the markup and CSS shows one, so the button
 * needs no hydration.
 */
function ThemeButton() {
  return (
    <button
      type="button"
      data-theme-button
      className="quiet inline-grid size-11 place-items-center text-soft"
      title="Change theme"
    >
      {themes.map((theme) => {
        const Icon = icons[theme]
        return (
          <span key={theme} data-theme-state={theme}>
            <Icon className="size-5" aria-hidden="true" />
            <span className="sr-only">Theme: {names[theme]}</span>
          </span>
        )
      })}
    </button>
  )
}

const places = [
  { href: '/docs', name: 'Docs' },
  { href: '/blog', name: 'Blog' },
  { href: '/search', name: 'Search', isSearch: true },
  { href: '/chat', name: 'Chat' },
  { href: '/profile', name: 'Account' },
]

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
  return (
    <header className="border-b border-line bg-paper print:hidden">
      {forAgents && (
        <p className="sr-only">
          For agents: the index of all pages is{' '}
          <a href="/llms.txt" tabIndex={-1}>
            /llms.txt
          </a>
          .
        </p>
      )}
      <div className="frame flex h-16 items-center gap-2">
        <a href="/" className="-ml-1 mr-auto flex items-center gap-2 p-1 font-sign text-2xl font-bold">
          <Logo className="size-8" />
          Signpost
        </a>
        <nav aria-label="Main" className="hidden md:block">
          <ul className="flex gap-1">
            {places.map((place) => (
              <li key={place.href}>
                <PlaceLink {...place} className="flex h-16 items-center px-3" />
              </li>
            ))}
          </ul>
        </nav>
        {palette}
        <ThemeButton />
        {forAgents && (
          <a
            href="/search"
            data-search
            className="inline-grid size-11 place-items-center text-soft md:hidden"
          >
            <Search className="size-5" aria-hidden="true" />
            <span className="sr-only">Search</span>
          </a>
        )}
        <details data-menu className="group relative md:hidden">
          <summary className="-mr-2 inline-grid size-11 place-items-center">
            <Menu className="size-6" aria-hidden="true" />
            <span className="sr-only">Menu</span>
          </summary>
          <nav
            aria-label="Main"
            className="absolute right-0 top-12 z-10 w-56 border border-edge bg-raised shadow-card"
          >
            <ul>
              {places.map((place) => (
                <li key={place.href} className="border-b border-line last:border-0">
                  <PlaceLink {...place} className="block px-4 py-3" />
                </li>
              ))}
            </ul>
          </nav>
        </details>
      </div>
    </header>
  )
}

type PlaceProps = { href: string; name: string; className: string; isSearch?: boolean }

function PlaceLink({ href, name, className, isSearch }: PlaceProps) {
  const { pathname } = useLocation()
  const here = pathname === href || pathname.startsWith(`${href}/`)
  const exact = pathname === href
  return (
    <a
      href={href}
      aria-current={exact ? 'page' : here ? 'true' : undefined}
      {...(isSearch ? { 'data-search': '' } : {})}
      className={`place font-sign text-lg font-bold ${here ? 'text-ink' : 'text-soft hover:text-ink'} ${className}`}
    >
      {name}
    </a>
  )
}
