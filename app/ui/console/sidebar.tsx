import { useLocation, useRouteLoaderData } from '@remix-run/react'
import {
  Activity,
  BookOpen,
  Bot,
  ChartColumn,
  ChevronsUpDown,
  FileText,
  Gauge,
  History,
  Image,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  PanelLeft,
  Plug,
  ScrollText,
  Server,
  Settings,
  SquareSlash,
  UserCog,
  Users,
  Workflow,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { canAccess, hasRole } from '#app/access.ts'
import { initialOf } from '#app/ui/scripts/account.ts'
import { toggleSidebar } from '#app/ui/scripts/behaviour.ts'
import {
  consoleSections,
  guildIdOf,
  guildSections,
  type ConsoleSection,
  type GuildSection,
  PAGE_END_ID,
} from '#app/ui/layout/console-nav.ts'
import { useIsDemo } from '#app/ui/layout/use-demo.ts'
import { ThemeButton } from '#app/ui/layout/header.tsx'
import { Logo } from '#app/ui/layout/logo.tsx'
import { useAccount, useConsoleFrame, useSite, type RootData } from '#app/ui/layout/root-data.ts'
import { SignOut } from '#app/ui/layout/section-layout.tsx'

/** Id of the sidebar, which is a popover on small screens. */
export const SIDEBAR_ID = 'console-navigation'

const siteIcons: Record<ConsoleSection, LucideIcon> = {
  '/admin': LayoutDashboard,
  '/admin/servers': MessagesSquare,
  '/admin/notices': ListChecks,
  '/admin/content': FileText,
  '/admin/media': Image,
  '/admin/readers': ChartColumn,
  '/admin/inbox': Inbox,
  '/admin/users': Users,
  '/admin/mail': Mail,
  '/admin/bot': Bot,
  '/admin/runners': Server,
  '/admin/audit': ScrollText,
  '/admin/settings': Settings,
  '/admin/help': BookOpen,
}

const guildIcons: Record<GuildSection, LucideIcon> = {
  '': Gauge,
  '/commands': SquareSlash,
  '/automations': Workflow,
  '/runs': History,
  '/jobs': ListChecks,
  '/events': Activity,
  '/integrations': Plug,
  '/keys': KeyRound,
  '/managers': UserCog,
  '/settings': Settings,
}

type Room = { href: string; name: string; Icon: LucideIcon; waiting?: number; says?: string }

/** Returns the sections that the user can open: those of the site, and those of the guild in the URL. */
function useRooms(): { site: Room[]; guild: Room[]; guildName: string | undefined } {
  const { standing } = useRouteLoaderData<RootData>('root') ?? {}
  const frame = useConsoleFrame()
  const id = guildIdOf(useLocation().pathname)
  const site = consoleSections
    .filter(({ href, needs }) => href !== '/admin/notices' && standing && canAccess(standing, needs))
    .map(({ href, name }) => ({
      href,
      name,
      Icon: siteIcons[href],
      ...(href === '/admin/inbox' ? { waiting: frame?.unread ?? 0, says: 'unread' } : {}),
    }))
  const current = frame?.guilds.find((guild) => guild.id === id)
  const guild = guildSections
    .filter(({ needs }) => current && standing && (needs === 'guild:read' || hasRole(standing.role, needs)))
    .map(({ path, name }) => ({ href: `/admin/guilds/${id}${path}`, name, Icon: guildIcons[path] }))
  return { site, guild, guildName: current?.name }
}

/** Renders the navigation of the console. On small screens, it is a popover that works without scripts. */
export function ConsoleSidebar({ here }: { here: string }) {
  const { site, guild, guildName } = useRooms()
  const { key } = useLocation()
  const sidebar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sidebar.current?.matches(':popover-open')) sidebar.current.hidePopover()
  }, [key])
  return (
    <div id={SIDEBAR_ID} ref={sidebar} popover="auto" className="console-side">
      <Switcher guildName={guildName} />
      <div className="console-rooms">
        {guild.length > 0 && <Rooms label={guildName!} title="Server" rooms={guild} here={here} />}
        <Rooms label="Console" title="Site" rooms={site} here={here} />
      </div>
      <AccountMenu />
    </div>
  )
}

type RoomsProps = { label: string; title: string; rooms: readonly Room[]; here: string }

const Rooms = ({ label, title, rooms, here }: RoomsProps) => (
  <nav aria-label={label}>
    <p className="console-group" aria-hidden="true">
      {title}
    </p>
    <ul>
      {rooms.map(({ href, name, Icon, waiting = 0, says }) => (
        <li key={href}>
          <a
            href={href}
            className="console-room"
            aria-current={href === here ? 'page' : undefined}
            title={name}
          >
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            <span className="console-name">{name}</span>
            {waiting > 0 && (
              <>
                {' '}
                <span className="console-count">{waiting < 100 ? waiting : '99+'}</span>
                <span className="sr-only">{` ${says}`}</span>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** Renders the menu that switches between the site and the servers. */
function Switcher({ guildName }: { guildName: string | undefined }) {
  const site = useSite()
  const frame = useConsoleFrame()
  const id = guildIdOf(useLocation().pathname)
  return (
    <details data-menu className="console-switcher">
      <summary title={guildName ?? site.name}>
        {guildName ? <Initial name={guildName} /> : <Logo site={site} className="size-7 shrink-0" />}
        <span className="console-name console-title">{guildName ?? site.name}</span>
        <ChevronsUpDown className="console-name size-4 shrink-0" aria-hidden="true" />
        <span className="sr-only">Switch site or server</span>
      </summary>
      <ul className="console-options">
        <li>
          <a href="/admin" aria-current={guildName ? undefined : 'true'}>
            <Logo site={site} className="size-6 shrink-0" />
            <span className="console-title">{site.name}</span>
          </a>
        </li>
        {frame?.guilds.map((guild) => (
          <li key={guild.id}>
            <a href={`/admin/guilds/${guild.id}`} aria-current={guild.id === id ? 'true' : undefined}>
              <Initial name={guild.name} />
              <span className="console-title">{guild.name}</span>
            </a>
          </li>
        ))}
        {frame?.hasMoreGuilds && (
          <li>
            <a href="/admin#guilds">All servers</a>
          </li>
        )}
      </ul>
    </details>
  )
}

/** Renders the initial of a name as an icon. */
const Initial = ({ name }: { name: string }) => (
  <span className="console-initial" aria-hidden="true">
    {initialOf(name)}
  </span>
)

/** Renders the account menu at the end of the sidebar. */
function AccountMenu() {
  const { name = '', hasDiscord = false } = useAccount() ?? {}
  const isDemo = useIsDemo()
  return (
    <div className="console-account">
      <details data-menu className="min-w-0 flex-1">
        <summary title={name}>
          <Initial name={name} />
          <span className="console-name console-title">{name}</span>
          <span className="sr-only">Account menu</span>
        </summary>
        <ul className="console-options">
          {!isDemo && (
            <li>
              <a href="/profile">Profile</a>
            </li>
          )}
          {!isDemo && hasDiscord && (
            <li>
              <a href="/profile/servers">Your servers</a>
            </li>
          )}
          <li>
            <a href="/">View site</a>
          </li>
          <li>
            <a href="/admin/help">Documentation</a>
          </li>
          <li>
            <SignOut />
          </li>
        </ul>
      </details>
      <ThemeButton />
      <button
        type="button"
        data-scripted
        className="console-collapse quiet"
        title="Collapse or expand the navigation"
        onClick={toggleSidebar}
      >
        <PanelLeft className="size-5" aria-hidden="true" />
        <span className="sr-only">Collapse or expand the navigation</span>
      </button>
    </div>
  )
}

/** Main sections, which the bar at the bottom of small screens shows. */
const mainSections: readonly (ConsoleSection | GuildSection)[] = [
  '/admin',
  '/admin/content',
  '/admin/inbox',
  '/admin/settings',
  '',
  '/commands',
  '/automations',
  '/jobs',
]

/** Renders up to four main sections at the bottom of small screens. */
export function TabBar({ here }: { here: string }) {
  const { site, guild } = useRooms()
  const rooms = guild.length > 0 ? guild : site
  const shown = rooms.filter(({ href }) =>
    mainSections.some((section) => section === href.replace(/^\/admin\/guilds\/\d+/, '')),
  )
  return (
    <nav id={PAGE_END_ID} aria-label="Main sections" className="console-tabs">
      <ul>
        {shown.slice(0, 4).map(({ href, name, Icon, waiting = 0 }) => (
          <li key={href}>
            <a href={href} aria-current={href === here ? 'page' : undefined}>
              <Icon className="size-5" aria-hidden="true" />
              {name}
              {waiting > 0 && (
                <span className="console-count" aria-hidden="true">
                  {waiting < 100 ? waiting : '99+'}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
