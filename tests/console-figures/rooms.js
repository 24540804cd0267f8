/** Pages of the console that `npm run console:measure` opens, by name. */

const guild = '/admin/guilds/100000000000000001'

/** @typedef {{ path: string, kind: 'list' | 'form' | 'workspace' | 'page' }} Room */

/** @type {Record<string, Room>} */
export const rooms = {
  overview: { path: '/admin', kind: 'page' },
  servers: { path: '/admin/servers', kind: 'list' },
  notices: { path: '/admin/notices', kind: 'list' },
  content: { path: '/admin/content', kind: 'list' },
  redirects: { path: '/admin/content/redirects', kind: 'list' },
  import: { path: '/admin/content/import', kind: 'form' },
  'new post': { path: '/admin/content/new?type=post', kind: 'workspace' },
  editor: { path: '/admin/content/page/file:about', kind: 'workspace' },
  media: { path: '/admin/media', kind: 'list' },
  inbox: { path: '/admin/inbox', kind: 'list' },
  people: { path: '/admin/users', kind: 'list' },
  invitations: { path: '/admin/users/invitations', kind: 'form' },
  email: { path: '/admin/mail', kind: 'list' },
  runners: { path: '/admin/runners', kind: 'list' },
  'audit log': { path: '/admin/audit', kind: 'list' },
  settings: { path: '/admin/settings', kind: 'form' },
  help: { path: '/admin/help', kind: 'page' },
  server: { path: guild, kind: 'page' },
  commands: { path: `${guild}/commands`, kind: 'list' },
  'new command': { path: `${guild}/commands/new`, kind: 'workspace' },
  automations: { path: `${guild}/automations`, kind: 'list' },
  builder: { path: `${guild}/automations/new?from=welcome`, kind: 'workspace' },
  runs: { path: `${guild}/automations/01JDEM00000000000000000001/runs`, kind: 'list' },
  jobs: { path: `${guild}/jobs`, kind: 'list' },
  events: { path: `${guild}/events`, kind: 'list' },
  integrations: { path: `${guild}/integrations`, kind: 'list' },
  'server settings': { path: `${guild}/settings`, kind: 'form' },
  keys: { path: `${guild}/keys`, kind: 'list' },
  managers: { path: `${guild}/managers`, kind: 'form' },
}
