import { surfaces } from '#app/openapi/operations.ts'
import type { Operation } from '#app/operations/operation.ts'

/** A group of operations that belong together: a tag of the document, and a page of the reference. */
type Tag = { name: string; title: string; description: string }
type Row = Tag & { below: readonly string[] }

/** The tags in reading order. An operation has the tag whose path is the longest that it stands at or below. */
const tags: Record<string, Omit<Row, 'name'>> = {
  v1: {
    title: 'External API',
    description: 'What a program reads of a guild with an API key: statistics and how the bot is set up.',
    below: ['/api/v1'],
  },
  content: {
    title: 'Content',
    description: 'Search the published pages. Open to everyone, without any proof of who you are.',
    below: ['/api/search'],
  },
  contact: {
    title: 'Contact',
    description: 'Write to whoever runs the site; for administrators, the inbox in which messages arrive.',
    below: ['/api/contact-form-submissions'],
  },
  notices: {
    title: 'Notices',
    description:
      'What needs the attention of somebody who works in the console, and what of it is new to them.',
    below: ['/api/notices'],
  },
  cms: {
    title: 'CMS',
    description: 'What editors have: what can be written, lists of entries, files in and out, and redirects.',
    below: ['/api/cms'],
  },
  entries: {
    title: 'Entries',
    description:
      'One entry of the CMS: write it, publish it now or later, put it away, delete it, have it back.',
    below: ['/api/cms/{type}/{id}'],
  },
  'entry-texts': {
    title: 'Texts of entries',
    description: 'What an entry was and what is being typed: revisions, drafts, previews and files.',
    below: ['revisions', 'draft', 'preview', 'export'].map((name) => `/api/cms/{type}/{id}/${name}`),
  },
  'sign-in': {
    title: 'Sign-in',
    description: 'Open a session with a password or a provider, see whose it is, and end it.',
    below: ['/api/auth/login', '/api/auth/logout', '/api/auth/github', '/api/auth/discord', '/api/session'],
  },
  accounts: {
    title: 'Accounts',
    description: 'Open an account, change its password, and use the links that come by mail.',
    below: ['/api/auth'],
  },
  profile: {
    title: 'Profile',
    description: 'Read, change, export and delete your own account, and confirm its e-mail address.',
    below: ['/api/profile'],
  },
  sessions: {
    title: 'Sessions and connections',
    description: 'Where you are signed in, and the identities elsewhere that sign in to your account.',
    below: ['/api/profile/sessions', '/api/profile/connections'],
  },
  chat: {
    title: 'Chat',
    description: 'Ask the assistant of the site, follow its answers, and keep or delete conversations.',
    below: ['/api/chat'],
  },
  administration: {
    title: 'Administration',
    description: 'Administration: find and change accounts, invite people, and read the audit log.',
    below: ['/api/users', '/api/invitations', '/api/audit'],
  },
  console: {
    title: 'Console',
    description: 'Find what one may see, and what one may do, by a few words: what the palette asks.',
    below: ['/api/console'],
  },
  media: {
    title: 'Media',
    description: 'The images of the site: upload them, say what they show, and delete them.',
    below: ['/api/cms/media'],
  },
  guilds: {
    title: 'Guilds',
    description: 'The guilds that you manage: their settings and which integrations they want.',
    below: ['/api/guilds'],
  },
  commands: {
    title: 'Commands',
    description:
      'The commands of a guild’s bot: read, make, change and delete them, and register them at Discord.',
    below: ['/api/guilds/{guildId}/commands'],
  },
  automations: {
    title: 'Automations',
    description:
      'What a guild’s bot does by itself: read, make, change and delete automations, and try them.',
    below: ['/api/guilds/{guildId}/automations'],
  },
  jobs: {
    title: 'Jobs and runners',
    description:
      'What a guild’s bot has to do and what became of it: read jobs, try them again, cancel them, and watch.',
    below: ['/api/guilds/{guildId}/jobs', '/api/guilds/{guildId}/live', '/api/runners'],
  },
  statistics: {
    title: 'Statistics',
    description: 'What happened in a guild: daily figures, their export as a file, and the log of events.',
    below: ['/api/stats', '/api/guilds/{guildId}/events'],
  },
  machines: {
    title: 'Machines',
    description:
      'What Discord and bot runners call: interactions signed by Discord, and the socket of runners.',
    below: ['/api/discord', '/api/runner'],
  },
  service: {
    title: 'Service',
    description: 'What the service says of itself: this description of its API, for programs to read.',
    below: ['/api/openapi.json'],
  },
}
const tagRows: Row[] = Object.entries(tags).map(([name, tag]) => ({ name, ...tag }))

/** All path prefixes with their rows, longest first. */
const pathPrefixes = tagRows
  .flatMap((row) => row.below.map((place) => ({ row, place })))
  .sort((a, b) => b.place.length - a.place.length)

const isBelow = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

/** The tag of an operation. One that no row knows has a tag of its surface, so that it is described all the same. */
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
    description: `${title}: what can be asked of the service, and how it answers.`,
  }
}

/** The tags that the operations have, in reading order, each with its operations by path and method. */
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
