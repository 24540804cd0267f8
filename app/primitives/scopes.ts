/** Scopes of API keys. Scopes that end in `:write` change data. */
export const scopes = [
  'stats:read',
  'settings:read',
  'settings:write',
  'commands:read',
  'commands:write',
  'automations:read',
  'automations:write',
  'events:read',
  'events:write',
  'jobs:read',
  'jobs:write',
  'directory:read',
  'members:read',
  'managers:read',
] as const
export type Scope = (typeof scopes)[number]
