import { hasRole, canAccess, type Permission, type AccessRights } from '#app/access.ts'
import { consoleSections, guildSections, type ConsoleSection } from '#app/ui/layout/console-nav.ts'

export const kinds = [
  'page',
  'action',
  'guild',
  'command',
  'automation',
  'entry',
  'person',
  'conversation',
] as const
type Kind = (typeof kinds)[number]

const kindTitles: Record<Kind, string> = {
  page: 'Pages',
  action: 'Do',
  guild: 'Guilds',
  command: 'Commands',
  automation: 'Automations',
  entry: 'Entries',
  person: 'People',
  conversation: 'Conversations',
}

/** Something that one can go to or do: where it leads, what it is called, and what tells it from others of its name. */
export type SearchHit = { kind: Kind; title: string; hint: string; href: string }
export type HitGroup = { kind: Kind; title: string; results: SearchHit[] }

/** `keywords` are what people call it besides. */
type SearchTarget = SearchHit & { needs: Permission; keywords?: string }

const page = (needs: Permission, href: string, title: string, hint: string, words = ''): SearchTarget => ({
  kind: 'page',
  needs,
  href,
  title,
  hint,
  keywords: words,
})
const action = (needs: Permission, href: string, title: string, hint: string, words = ''): SearchTarget => ({
  ...page(needs, href, title, hint, words),
  kind: 'action',
})

/** What each room of the console is for, and what people call it besides. */
const sectionDetails: Record<ConsoleSection, readonly [hint: string, words: string]> = {
  '/admin': ['Your guilds, and what is published', 'start console dashboard guilds servers'],
  '/admin/notices': ['What needs your attention', 'notifications alerts trouble'],
  '/admin/content': ['Entries of the site', 'cms pages posts documents drafts'],
  '/admin/users': ['Accounts and roles', 'users members'],
  '/admin/runners': ['The programs that run the bots', 'bots load'],
  '/admin/audit': ['Who did what', 'history security'],
  '/admin/inbox': ['Messages of the contact form', 'contact mail'],
  '/admin/mail': ['Letters that the service sends', 'outbox email'],
}

const targets: readonly SearchTarget[] = [
  ...consoleSections.map(({ href, name, needs }) => page(needs, href, name, ...sectionDetails[href])),
  page('cms:write', '/admin/media', 'Media', 'Images of the site', 'pictures files uploads'),
  page('cms:write', '/admin/content/redirects', 'Redirects', 'Old addresses, and where they lead', 'moved'),
  page('cms:write', '/admin/content/import', 'Import and export', 'Entries as files', 'markdown mdx zip'),
  page('profile:own', '/profile', 'Profile', 'Your account', 'name picture email settings'),
  page('profile:own', '/profile/security', 'Security', 'Your account', 'password sessions connections'),
  page('profile:own', '/profile/data', 'Your data', 'Your account', 'export delete download'),
  page('chat:use', '/chat', 'Chat', 'Ask this site', 'assistant question conversations'),
  action('cms:write', '/admin/content/new?type=post', 'Write a post', 'For the blog', 'new article'),
  action('cms:write', '/admin/content/new?type=page', 'Make a page', 'For the site', 'new'),
  action('cms:write', '/admin/content/new?type=doc', 'Write a document', 'For the documentation', 'new docs'),
  action('cms:write', '/admin/media#upload', 'Upload an image', 'For the site', 'new picture media'),
  action('cms:write', '/admin/content/redirects#new', 'Make a redirect', 'From an old address', 'new'),
  action('guilds:write', '/admin#guilds', 'Add a guild', 'To those that are served', 'new server'),
  action('profile:own', '/logout', 'Sign out', 'On this device', 'log out leave'),
]

/** The rooms of the console, the pages of the account and what can be begun, as far as these stand open to somebody. */
export const findTargets = (who: AccessRights, q: string): SearchHit[] =>
  targets
    .filter(
      ({ needs, title, hint, keywords = '' }) =>
        canAccess(who, needs) && matchesQuery(q, `${title} ${hint} ${keywords}`),
    )
    .map(({ kind, title, hint, href }) => ({ kind, title, hint, href }))

/** The rooms of a guild that the asker may see, and what can be made in it. */
export function findGuildTargets(
  { role }: AccessRights,
  q: string,
  { id, name }: { id: string; name: string },
) {
  const base = `/admin/guilds/${id}`
  const rooms = guildSections
    .filter(({ path, needs }) => path !== '' && (needs === 'guild:read' || hasRole(role, needs)))
    .map((room): SearchHit => ({ kind: 'page', title: room.name, hint: name, href: base + room.path }))
  const made = [
    ['/commands/new', 'Make a command'],
    ['/automations/new', 'Make an automation'],
  ] as const
  const actions = made.map(([path, title]): SearchHit => ({
    kind: 'action',
    title: `${title} for ${name}`,
    hint: id,
    href: base + path,
  }))
  return [...rooms, ...actions].filter(({ title, hint }) => matchesQuery(q, `${title} ${hint}`))
}

const foldText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** True when every word stands somewhere in the text, whatever its case and its accents. */
export function matchesQuery(q: string, text: string): boolean {
  const within = foldText(text)
  return foldText(q)
    .split(/\s+/)
    .every((word) => within.includes(word))
}

/** How well a title fits: it is what was asked for, it begins with it, its words do, or the words stand within it or beside. */
function relevance(q: string, title: string) {
  const [asked, given] = [foldText(q), foldText(title)]
  if (asked === '' || given === asked) return 3
  if (given.startsWith(asked)) return 2
  const words = given.split(/[^\p{L}\p{N}]+/u)
  return asked.split(/\s+/).every((word) => words.some((one) => one.startsWith(word))) ? 1 : 0
}

/** What was found, by its kind, the nearest first. What leads to one address is there once. */
export function groupHits(found: readonly SearchHit[], q: string): HitGroup[] {
  const near = ({ title }: SearchHit) => relevance(q, title)
  const once = [...new Map([...found].reverse().map((one) => [one.href, one])).values()]
    .reverse()
    .sort((a, b) => near(b) - near(a))
  return kinds
    .map((kind) => ({ kind, title: kindTitles[kind], results: once.filter((one) => one.kind === kind) }))
    .filter(({ results }) => results.length > 0)
    .sort((a, b) => near(b.results[0]!) - near(a.results[0]!))
}
