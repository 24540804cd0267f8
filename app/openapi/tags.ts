import { surfaces } from '#app/openapi/operations.ts'
import type { Operation } from '#app/operations/operation.ts'
import { providers } from '#app/platform/config/providers.ts'

/** Group of related operations: a tag of the OpenAPI document and a page of the reference. */
type Tag = { name: string; title: string; description: string }
type Row = Tag & { below: readonly string[] }

/** Tags in reading order. An operation gets the tag with the longest matching path. */
const tags: Record<string, Omit<Row, 'name'>> = {
  v1: {
    title: 'External API',
    description:
      'Read the managers of a guild, and read and change its settings and integrations, with an API key.',
    below: ['/api/v1'],
  },
  'v1-statistics': {
    title: 'External API: statistics',
    description: 'Read the statistics of a guild with an API key.',
    below: ['/api/v1/stats'],
  },
  'v1-site': {
    title: 'External API: site',
    description: 'Read site analytics with an API key of the site.',
    below: ['/api/v1/site'],
  },
  'v1-commands': {
    title: 'External API: commands',
    description: 'Read, create, change, delete and register commands with an API key.',
    below: ['/api/v1/commands'],
  },
  'v1-registration': {
    title: 'External API: registration',
    description: 'Register the commands of a guild with Discord, with an API key.',
    below: ['/api/v1/commands/register'],
  },
  'v1-automations': {
    title: 'External API: automations',
    description: 'Read, create, change and delete automations with an API key.',
    below: ['/api/v1/automations'],
  },
  'v1-runs': {
    title: 'External API: runs',
    description: 'Test automations, and read their runs, with an API key.',
    below: ['/api/v1/runs', ...['runs', 'test'].map((name) => `/api/v1/automations/{id}/${name}`)],
  },
  'v1-content': {
    title: 'External API: content',
    description: 'Read and write entries with a key of the site.',
    below: ['/api/v1/content'],
  },
  'v1-publishing': {
    title: 'External API: publishing',
    description: 'Publish, schedule, archive and restore an entry with a key of the site.',
    below: ['publish', 'unpublish', 'schedule', 'archive', 'revert', 'undelete'].map(
      (name) => `/api/v1/content/{type}/{id}/${name}`,
    ),
  },
  'v1-content-texts': {
    title: 'External API: revisions and images',
    description: 'Read and restore revisions, create previews, and manage images, with a key of the site.',
    below: [
      ...['revisions', 'preview'].map((name) => `/api/v1/content/{type}/{id}/${name}`),
      '/api/v1/content/media',
    ],
  },
  'v1-activity': {
    title: 'External API: activity',
    description:
      'Read and report events, control jobs, and read members, channels, roles and emojis, with an API key.',
    below: ['events', 'jobs', 'members', 'directory'].map((name) => `/api/v1/${name}`),
  },
  content: {
    title: 'Content',
    description: 'Search the published pages. No authentication is required.',
    below: ['/api/search'],
  },
  mcp: {
    title: 'Model Context Protocol',
    description: 'Call tools over MCP: those of the site without authentication, and those of an API key.',
    below: ['/mcp', '/api/v1/mcp'],
  },
  contact: {
    title: 'Contact and feedback',
    description: 'Send a message to the site owner, or feedback on a page. Administrators manage the inbox.',
    below: ['/api/contact-form-submissions', '/api/feedback'],
  },
  notices: {
    title: 'Notices',
    description: 'Open issues and new items for the console.',
    below: ['/api/notices'],
  },
  cms: {
    title: 'CMS',
    description: 'For editors: entry types, lists of entries, import, export and redirects.',
    below: ['/api/cms'],
  },
  entries: {
    title: 'Entries',
    description: 'Create, publish, schedule, archive, delete and restore one entry of the CMS.',
    below: ['/api/cms/{type}/{id}'],
  },
  'entry-texts': {
    title: 'Entry texts',
    description: 'Revisions, drafts, previews and export of an entry.',
    below: ['revisions', 'draft', 'preview', 'export'].map((name) => `/api/cms/{type}/{id}/${name}`),
  },
  'sign-in': {
    title: 'Sign-in',
    description: 'Sign in with a password or a provider, read the current session, and sign out.',
    below: [
      ...['/api/auth/login', '/api/auth/logout', '/api/session'],
      ...providers.map((provider) => `/api/auth/${provider}`),
    ],
  },
  accounts: {
    title: 'Accounts',
    description: 'Sign up, change the password, and use the links from emails.',
    below: ['/api/auth'],
  },
  profile: {
    title: 'Profile',
    description: 'Read, change, export and delete your own account, and confirm its email address.',
    below: ['/api/profile'],
  },
  sessions: {
    title: 'Sessions and connections',
    description: 'Your sessions, and the identities that can sign in to your account.',
    below: ['/api/profile/sessions', '/api/profile/connections'],
  },
  chat: {
    title: 'Chat',
    description: 'Ask questions about the published pages, and manage conversations.',
    below: ['/api/chat'],
  },
  administration: {
    title: 'Administration',
    description: 'Find and change accounts, invite people, and read the audit log.',
    below: ['/api/users', '/api/invitations', '/api/audit'],
  },
  site: {
    title: 'Site settings and analytics',
    description: 'Read and change the site’s name, appearance and other settings, and export site analytics.',
    below: ['/api/site-settings', '/api/readers'],
  },
  console: {
    title: 'Console',
    description: 'Find pages and actions that you have access to, as in the command palette.',
    below: ['/api/console'],
  },
  media: {
    title: 'Media',
    description: 'Upload, describe and delete images.',
    below: ['/api/cms/media'],
  },
  bot: {
    title: 'Bot',
    description: 'Connect the Discord bot, and check what it needs. For owners.',
    below: ['/api/bot'],
  },
  guilds: {
    title: 'Guilds',
    description: 'Guilds that you manage, with their settings and integrations.',
    below: ['/api/guilds'],
  },
  commands: {
    title: 'Commands',
    description: 'Create, change and delete a guild’s commands, and register them with Discord.',
    below: ['/api/guilds/{guildId}/commands'],
  },
  automations: {
    title: 'Automations',
    description: 'Create, change and delete a guild’s automations.',
    below: ['/api/guilds/{guildId}/automations'],
  },
  runs: {
    title: 'Automation runs',
    description: 'Test and run automations, and read their runs.',
    below: ['run', 'runs', 'test'].map((name) => `/api/guilds/{guildId}/automations/{id}/${name}`),
  },
  jobs: {
    title: 'Jobs and runners',
    description: 'Read, retry, cancel and watch a guild’s jobs, and list runners.',
    below: ['/api/guilds/{guildId}/jobs', '/api/guilds/{guildId}/live', '/api/runners'],
  },
  statistics: {
    title: 'Statistics',
    description: 'Read and export a guild’s daily statistics, and read its event log.',
    below: ['/api/stats', '/api/guilds/{guildId}/events'],
  },
  machines: {
    title: 'Machines',
    description: 'Signed interactions from Discord, and the socket of bot runners.',
    below: ['/api/discord', '/api/runner'],
  },
  service: {
    title: 'Service',
    description: 'The OpenAPI document of this service.',
    below: ['/api/openapi.json'],
  },
}
const tagRows: Row[] = Object.entries(tags).map(([name, tag]) => ({ name, ...tag }))

/** All path prefixes with their rows, longest first. */
const pathPrefixes = tagRows
  .flatMap((row) => row.below.map((place) => ({ row, place })))
  .sort((a, b) => b.place.length - a.place.length)

const isBelow = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

/** Returns the tag of an operation. Operations without a matching path get a tag of their surface. */
export function tagOf(operation: Pick<Operation, 'id' | 'path'>): Tag {
  const found = pathPrefixes.find(({ place }) => isBelow(operation.path, place))
  if (found) return found.row
  const [surface = 'other'] =
    Object.entries(surfaces).find(([, members]) =>
      Object.values(members).some(({ id }) => id === operation.id),
    ) ?? []
  const title = surface.replace(/^./, (letter) => letter.toUpperCase())
  return {
    name: surface,
    title,
    description: `${title}: operations of the service.`,
  }
}

/** Groups operations by tag in reading order, sorted by path and method within a tag. */
export function byTag(operations: readonly Operation[]): { tag: Tag; members: Operation[] }[] {
  const groups = new Map<string, { tag: Tag; members: Operation[] }>()
  for (const operation of operations) {
    const tag = tagOf(operation)
    const group = groups.get(tag.name) ?? { tag, members: [] }
    groups.set(tag.name, { ...group, members: [...group.members, operation] })
  }
  const place = ({ tag }: { tag: Tag }) => tagRows.findIndex(({ name }) => name === tag.name) >>> 0
  return [...groups.values()]
    .sort((a, b) => place(a) - place(b))
    .map(({ tag, members }) => ({ tag, members: members.sort(inOrder) }))
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const inOrder = (a: Operation, b: Operation) =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : methods.indexOf(a.method) - methods.indexOf(b.method)
