/** Scopes of keys that belong to a guild. Scopes that end in `:write` or `:run` change data. */
export const guildScopes = [
  'stats:read',
  'settings:read',
  'settings:write',
  'commands:read',
  'commands:write',
  'automations:read',
  'automations:write',
  'automations:run',
  'events:read',
  'events:write',
  'jobs:read',
  'jobs:write',
  'directory:read',
  'members:read',
  'managers:read',
] as const
/** Scopes of keys that belong to the site. */
export const siteScopes = ['content:read', 'content:write', 'site:read'] as const

/** All scopes. No key has scopes of both kinds. */
export const scopes = [...guildScopes, ...siteScopes] as const
export type Scope = (typeof scopes)[number]

/** Labels of guild scopes in the console. */
export const scopeLabels: Record<(typeof guildScopes)[number], string> = {
  'stats:read': 'Read statistics',
  'settings:read': 'Read settings',
  'settings:write': 'Change settings',
  'commands:read': 'Read commands',
  'commands:write': 'Change commands',
  'automations:read': 'Read automations and runs',
  'automations:write': 'Change automations',
  'automations:run': 'Run automations',
  'events:read': 'Read events',
  'events:write': 'Report events',
  'jobs:read': 'Read jobs',
  'jobs:write': 'Cancel and retry jobs',
  'directory:read': 'Read channels, roles and emojis',
  'members:read': 'Find members',
  'managers:read': 'Read the list of managers',
}
