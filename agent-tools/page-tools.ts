import type { HostTool } from '#agent-tools/tool/host.ts'
import { derivedTools } from '#agent-tools/derived/operations.ts'
import { listPages, readPage, searchSite } from '#agent-tools/everyone/pages.ts'
import { sendContactMessage } from '#agent-tools/everyone/send-contact-message.ts'

/** Signed-in user, for selecting useful tools. The site checks permissions on every call. */
export type Visitor = { role: string | null; managesGuilds: boolean }

/** Intended users of a tool set. */
type Audience = 'everyone' | 'members' | 'editors' | 'guilds'

/** Tools by audience. Tools for signed-in users load only when a user is signed in. */
export const toolSets: Record<Audience, () => Promise<HostTool[]>> = {
  everyone: async () => [searchSite, readPage, listPages, sendContactMessage],
  members: async () => (await import('#agent-tools/members/members.ts')).members,
  editors: async () => (await import('#agent-tools/editors/editors.ts')).editors,
  guilds: async () => (await import('#agent-tools/guilds/guilds.ts')).guilds,
}

/** Tools that only administrators can use. */
const adminOnlyTools = ['export_stats']

const isAdministrator = ({ role }: Visitor) => role === 'admin' || role === 'owner'

/** Returns the audiences that a visitor belongs to. */
export function audiencesOf(visitor: Visitor): Audience[] {
  const { role, managesGuilds } = visitor
  const isAdmin = isAdministrator(visitor)
  const audiences: Audience[] = ['everyone']
  if (role) audiences.push('members')
  if (isAdmin || role === 'editor') audiences.push('editors')
  if (isAdmin || managesGuilds) audiences.push('guilds')
  return audiences
}

const searchTools = ['search_site', 'read_page']
const publicTools = [...searchTools, 'list_pages', 'send_contact_message']
const memberTools = [
  'get_my_profile',
  'update_my_profile',
  'ask_assistant',
  'list_my_sessions',
  'sign_out',
  'undo_action',
]
const editorTools = ['list_entries', 'read_entry', 'draft_entry', 'update_entry', 'publish_entry']
const guildReadTools = ['list_guilds', 'read_stats', 'list_events', 'read_integration_status']
const guildTools = [
  ...searchTools,
  'undo_action',
  ...guildReadTools,
  ...['export_stats', 'list_commands', 'save_command', 'list_automations', 'test_automation'],
  ...['save_automation', 'read_settings', 'update_settings'],
]

/**
 * Tools by page. The first matching path applies. A page offers at most 15 tools, because hosts drop pages with many
 * tools.
 */
export const pageTools: readonly { path: RegExp; tools: readonly string[] }[] = [
  // Omit save tools of other resources, to leave room for the derived tools.
  ...Object.entries(derivedTools).map(([noun, names]) => ({
    path: new RegExp(`^/admin/guilds/\\d+/${noun}(/|$)`),
    tools: [...guildTools.filter((name) => !/^save_/.test(name) || `${name}s` === `save_${noun}`), ...names],
  })),
  {
    path: /^\/admin\/guilds(\/|$)/,
    tools: guildTools,
  },
  {
    path: /^\/admin\/(content|media)(\/|$)/,
    tools: [
      ...searchTools,
      'list_pages',
      ...editorTools,
      'get_my_profile',
      'ask_assistant',
      'sign_out',
      'undo_action',
    ],
  },
  {
    path: /^\/admin(\/|$)/,
    tools: [...searchTools, ...memberTools, 'list_entries', 'read_entry', ...guildReadTools],
  },
  {
    path: /^\/(profile|chat)(\/|$)/,
    tools: [...publicTools, ...memberTools],
  },
  {
    path: /^\/(search|contact)$/,
    tools: [...publicTools, ...memberTools.filter((name) => name !== 'list_my_sessions'), ...editorTools],
  },
  { path: /^/, tools: [...publicTools, ...memberTools, ...editorTools] },
]

/** Returns the names of the pages in `pageTools`, for the documentation. A function, so that page bundles can drop it. */
export const pageNames = (): string[] => [
  ...Object.keys(derivedTools).map((noun) => `pages of a server’s ${noun} (\`/admin/guilds/<id>/${noun}\`)`),
  'other server pages of the console (`/admin/guilds`)',
  'content pages of the console (`/admin/content`, `/admin/media`)',
  'other console pages (`/admin`)',
  'the profile and chat pages',
  'the search and contact pages, whose forms are also tools',
  'all other pages',
]

/** Returns the names of the tools that a page can offer. */
export const toolNamesFor = (path: string): readonly string[] =>
  pageTools.find((place) => place.path.test(path))!.tools

/** Returns the tools that a page offers to a visitor. */
export async function toolsFor(path: string, visitor: Visitor): Promise<HostTool[]> {
  const some = await Promise.all(audiencesOf(visitor).map((audience) => toolSets[audience]()))
  const isAdmin = isAdministrator(visitor)
  return some
    .flat()
    .filter(({ name }) => toolNamesFor(path).includes(name) && (isAdmin || !adminOnlyTools.includes(name)))
}

/** Returns all tools with their audience. */
export const allTools = async (): Promise<{ audience: Audience; tool: HostTool }[]> => {
  const names = Object.keys(toolSets) as Audience[]
  const some = await Promise.all(
    names.map(async (audience) => (await toolSets[audience]()).map((tool) => ({ audience, tool }))),
  )
  return some.flat()
}
