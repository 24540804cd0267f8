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
export const siteScopes = ['content:read', 'content:write'] as const

/** All scopes. No key has scopes of both kinds. */
export const scopes = [...guildScopes, ...siteScopes] as const
export type Scope = (typeof scopes)[number]
