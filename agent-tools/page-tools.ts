import type { HostTool } from '#agent-tools/tool/host.ts'
import { listPages, readPage, searchSite } from '#agent-tools/everyone/pages.ts'
import { sendContactMessage } from '#agent-tools/everyone/send-contact-message.ts'

/** Who is signed in, as far as it decides which tools make sense. Whether they may is decided by the site at each call. */
export type Visitor = { role: string | null; managesGuilds: boolean }

/** Who a set of tools is for. */
type Audience = 'everyone' | 'members' | 'editors' | 'guilds'

/** The tools for each audience. Those for people who are signed in are loaded when somebody is. */
export const sets: Record<Audience, () => Promise<HostTool[]>> = {
  everyone: async () => [searchSite, readPage, listPages, sendContactMessage],
  members: async () => (await import('#agent-tools/members/members.ts')).members,
  editors: async () => (await import('#agent-tools/editors/editors.ts')).editors,
  guilds: async () => (await import('#agent-tools/guilds/guilds.ts')).guilds,
}

/** Tools of a set that only administrators may use. */
const forAdministrators = ['export_stats']

const isAdministrator = ({ role }: Visitor) => role === 'admin' || role === 'owner'

/** The audiences that a visitor belongs to. */
export function audiencesOf(visitor: Visitor): Audience[] {
  const { role, managesGuilds } = visitor
  const isAdmin = isAdministrator(visitor)
  const audiences: Audience[] = ['everyone']
  if (role) audiences.push('members')
  if (isAdmin || role === 'editor') audiences.push('editors')
  if (isAdmin || managesGuilds) audiences.push('guilds')
  return audiences
}

const finding = ['search_site', 'read_page']
const public_ = [...finding, 'list_pages', 'send_contact_message']
const own = [
  'get_my_profile',
  'update_my_profile',
  'ask_assistant',
  'list_my_sessions',
  'sign_out',
  'undo_action',
]
const writing = ['list_entries', 'read_entry', 'draft_entry', 'update_entry', 'publish_entry']
const watching = ['list_guilds', 'read_stats', 'list_events', 'read_integration_status']
const administering = [
  ...watching,
  ...['export_stats', 'list_commands', 'save_command', 'list_automations', 'test_automation'],
  ...['save_automation', 'read_settings', 'update_settings'],
]

/** What is offered where, the first place that fits: never more than 15 tools, for hosts drop pages that offer many. */
export const places: readonly { name: string; path: RegExp; tools: readonly string[] }[] = [
  {
    name: 'the rooms of a guild (`/admin/guilds`)',
    path: /^\/admin\/guilds(\/|$)/,
    tools: [...finding, 'undo_action', ...administering],
  },
  {
    name: 'the rooms of the content (`/admin/content`, `/admin/media`)',
    path: /^\/admin\/(content|media)(\/|$)/,
    tools: [
      ...finding,
      'list_pages',
      ...writing,
      'get_my_profile',
      'ask_assistant',
      'sign_out',
      'undo_action',
    ],
  },
  {
    name: 'the rest of the console (`/admin`)',
    path: /^\/admin(\/|$)/,
    tools: [...finding, ...own, 'list_entries', 'read_entry', ...watching],
  },
  { name: 'the profile and the chat', path: /^\/(profile|chat)(\/|$)/, tools: [...public_, ...own] },
  {
    name: 'the search and the contact page, whose forms are tools too',
    path: /^\/(search|contact)$/,
    tools: [...public_, ...own.filter((name) => name !== 'list_my_sessions'), ...writing],
  },
  { name: 'every other page', path: /^/, tools: [...public_, ...own, ...writing] },
]

/** The names of the tools that a page may offer. */
export const namesAt = (path: string): readonly string[] =>
  places.find((place) => place.path.test(path))!.tools

/** The tools that a page offers to a visitor. */
export async function toolsFor(path: string, visitor: Visitor): Promise<HostTool[]> {
  const some = await Promise.all(audiencesOf(visitor).map((audience) => sets[audience]()))
  const isAdmin = isAdministrator(visitor)
  return some
    .flat()
    .filter(({ name }) => namesAt(path).includes(name) && (isAdmin || !forAdministrators.includes(name)))
}

/** Every tool there is, by audience. */
export const everyTool = async (): Promise<{ audience: Audience; tool: HostTool }[]> => {
  const names = Object.keys(sets) as Audience[]
  const some = await Promise.all(
    names.map(async (audience) => (await sets[audience]()).map((tool) => ({ audience, tool }))),
  )
  return some.flat()
}
