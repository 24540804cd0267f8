import { hasRole, canAccess, type Permission, type AccessRights } from '#app/access.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { consoleSections, guildSections, type ConsoleSection } from '#app/ui/layout/console-nav.ts'
import { foldAccents } from '#app/primitives/text.ts'

export const kinds = [
  'page',
  'action',
  'guild',
  'command',
  'automation',
  'entry',
  'person',
  'conversation',
  'help',
] as const
type Kind = (typeof kinds)[number]

const kindTitles: Record<Kind, string> = {
  page: 'Pages',
  action: 'Actions',
  guild: 'Servers',
  command: 'Commands',
  automation: 'Automations',
  entry: 'Entries',
  person: 'People',
  conversation: 'Conversations',
  help: 'Help',
}

/** Search result: a page, item or action with its URL, title and a distinguishing hint. */
export type SearchHit = { kind: Kind; title: string; hint: string; href: string }
export type HitGroup = { kind: Kind; title: string; results: SearchHit[] }

/** `keywords` are alternative names. */
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

/** Purpose and alternative names of each console section. */
const sectionDetails: Record<ConsoleSection, readonly [hint: string, words: string]> = {
  '/admin': ['Your servers and published content', 'start console dashboard guilds servers'],
  '/admin/servers': ['Approve, leave and block servers', 'guilds pending policy invite'],
  '/admin/notices': ['Items that need your attention', 'notifications alerts trouble'],
  '/admin/content': ['Entries of the site', 'cms pages posts documents drafts'],
  '/admin/media': ['Images for entries', 'pictures uploads files'],
  '/admin/readers': [
    'Site analytics',
    'analytics statistics views visitors crawlers agents referrers traffic',
  ],
  '/admin/users': ['Accounts and roles', 'users members invite invitations'],
  '/admin/bot': ['Connect and check the Discord bot', 'token discord application invite intents connect'],
  '/admin/runners': ['Programs that run the bots', 'bots load'],
  '/admin/audit': ['Who did what', 'history security'],
  '/admin/inbox': ['Messages from the contact form', 'contact mail'],
  '/admin/mail': ['Emails that the service sends', 'outbox email'],
  '/admin/settings': [
    'Name, appearance, navigation and home page of the site',
    'site branding logo icon theme color language footer',
  ],
  '/admin/help': ['The manual for this version of Signpost', 'documentation docs guide'],
}

const targets: readonly SearchTarget[] = [
  ...consoleSections.map(({ href, name, needs }) => page(needs, href, name, ...sectionDetails[href])),
  page(
    'site:write',
    '/admin/setup',
    'Set up your site',
    'Name, logo, starter content and bot',
    'wizard start template',
  ),
  page(
    'site:write',
    '/admin/settings#integrations',
    'Site integrations',
    'Email, sign-in, bot protection and chat model',
    'smtp github discord captcha setup',
  ),
  page('cms:write', '/admin/content/redirects', 'Redirects', 'Redirects from old URLs', 'moved'),
  page('cms:write', '/admin/content/import', 'Import and export', 'Entries as files', 'markdown mdx zip'),
  page('profile:own', '/profile', 'Profile', 'Your account', 'change name picture email settings'),
  page(
    'profile:own',
    '/profile/security',
    'Security',
    'Your account',
    'change password sessions connections',
  ),
  page('profile:own', '/profile/servers', 'Your servers', 'Your account', 'discord guilds claim manage'),
  page('profile:own', '/profile/data', 'Your data', 'Your account', 'export delete download'),
  page(
    'chat:use',
    '/chat',
    'Ask this site',
    'Search the pages with a question',
    'chat assistant question conversations',
  ),
  action('cms:write', '/admin/content/new?type=post', 'New post', 'For the blog', 'create write article'),
  action('cms:write', '/admin/content/new?type=page', 'New page', 'For the site', 'create'),
  action(
    'cms:write',
    '/admin/content/new?type=doc',
    'New document',
    'For the documentation',
    'create write docs',
  ),
  action('cms:write', '/admin/media#upload', 'Upload image', 'For the site', 'new add picture media'),
  action('cms:write', '/admin/content/redirects#new', 'New redirect', 'From an old URL', 'create'),
  action('guilds:write', '/admin#guilds', 'Add server', 'To this site', 'new server'),
  action('profile:own', '/logout', 'Sign out', 'On this device', 'log out leave'),
]

/** Finds the console sections, account pages and create actions that a user can access. */
export const findTargets = (who: AccessRights, q: string): SearchHit[] =>
  targets
    .filter(
      ({ needs, title, hint, keywords = '' }) =>
        canAccess(who, needs) && matchesQuery(q, `${title} ${hint} ${keywords}`),
    )
    .map(({ kind, title, hint, href }) => ({ kind, title, hint, href }))

/** Finds the guild sections that the user can see, and the items that the user can create in the guild. */
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
    ['/commands/new', 'New command'],
    ['/automations/new', 'New automation'],
  ] as const
  const actions = made.map(([path, title]): SearchHit => ({
    kind: 'action',
    title: `${title} for ${name}`,
    hint: id,
    href: base + path,
  }))
  const wordsOf = ({ kind, title, hint }: SearchHit) =>
    `${title} ${hint}${kind === 'action' ? ' create add' : ''}`
  return [...rooms, ...actions].filter((hit) => matchesQuery(q, wordsOf(hit)))
}

/** Checks whether a text contains every word of a query, ignoring case and accents. */
export function matchesQuery(q: string, text: string): boolean {
  const within = foldAccents(text)
  return foldAccents(q)
    .split(/\s+/)
    .every((word) => within.includes(word))
}

/**
 * Scores a title: 3 if it equals the query, 2 if it starts with the query, 1 if its words start with the query's words,
 * otherwise 0.
 */
function relevance(q: string, title: string) {
  const [asked, given] = [foldAccents(q), foldAccents(title)]
  if (asked === '' || given === asked) return 3
  if (given.startsWith(asked)) return 2
  const words = given.split(/[^\p{L}\p{N}]+/u)
  return asked.split(/\s+/).every((word) => words.some((one) => one.startsWith(word))) ? 1 : 0
}

/** Groups results by kind, those of the demo guild last, and otherwise most relevant first. Each URL appears once. */
export function groupHits(found: readonly SearchHit[], q: string): HitGroup[] {
  const isDemo = ({ href }: SearchHit) => Number(href.startsWith(`/admin/guilds/${DEMO_GUILD.id}`))
  const near = ({ title }: SearchHit) => relevance(q, title)
  const once = [...new Map([...found].reverse().map((one) => [one.href, one])).values()]
    .reverse()
    .sort((a, b) => isDemo(a) - isDemo(b) || near(b) - near(a))
  return kinds
    .map((kind) => ({ kind, title: kindTitles[kind], results: once.filter((one) => one.kind === kind) }))
    .filter(({ results }) => results.length > 0)
    .sort((a, b) => near(b.results[0]!) - near(a.results[0]!))
}
