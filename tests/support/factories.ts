import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { ulid } from 'ulid'
import type { z } from 'zod'
import type { Actor } from '#app/access.ts'
import { openApp } from '#app/app.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { contextFor, type App, type Context } from '#app/context.server.ts'
import type { Refusal } from '#app/errors.ts'
import { createUser } from '#app/features/accounts/accounts.server.ts'
import { createCommand } from '#app/features/commands/manage.server.ts'
import { commandInput } from '#app/features/commands/schema.ts'
import { readContent } from '#app/features/content/store/content-index.server.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import {
  interactionTypes,
  type SubmittedOption,
  type Interaction,
} from '#app/features/interactions/schema.ts'
import { createKey } from '#app/features/keys/keys.server.ts'
import type { GatewayEvent, GuildSnapshot } from '#app/features/events/schema.ts'
import { openEngine } from '#tests/support/engines.ts'
import { type Env } from '#tests/support/http/server.ts'

/** An app on stores of its own, with a clock that only the test moves. */
export type TestApp = {
  app: App
  ctx(actor?: Actor): Context
  /** Sets the clock. */
  at(time: string): void
  close(): Promise<void>
}

/** When every test begins: a Saturday at noon, UTC. */
export const NOON = '2026-11-21T12:00:00.000Z'

export const system: Actor = { kind: 'system' }
export const discord: Actor = { kind: 'discord' }
export const anonymous: Actor = { kind: 'anonymous' }
export const runner = (guildId: string | null = null, runnerId = 'aaaaaaaa'): Actor => ({
  kind: 'runner',
  runnerId,
  guildId,
})
export const keyOf = (guildId: string): Actor => ({
  kind: 'key',
  keyId: 'aaaaaaaa',
  name: 'Program',
  guildId,
  scopes: ['stats:read'],
})
export const userWith = (role: 'member' | 'editor' | 'admin' | 'owner'): Actor => ({
  kind: 'user',
  userId: 'u',
  role,
  sessionId: 's',
  name: 'Ada',
  theme: 'system',
  provedAt: NOON,
  guildIds: [],
})

/** The files of the site's own content folder, which no test changes: read once for all apps. */
let ownContent: ReturnType<typeof readContent> | undefined
const read: typeof readContent = (folder, known, readImage) =>
  folder === resolve('content')
    ? (ownContent ??= readContent(folder, known))
    : readContent(folder, known, readImage)

/** Opens the service in process, on the stores of an engine and a data folder that `close` removes. */
export async function openTestApp(engineName: string, env: Env = {}): Promise<TestApp> {
  const engine = await openEngine(engineName)
  const config = readConfig({ LOG_LEVEL: 'silent', SIGNUP: 'open', ...engine.env, ...env })
  const open = await openApp(config, { read })
  let now = NOON
  const app = { ...open, now: () => new Date(now) }
  return {
    app,
    ctx: (actor = system) => contextFor(app, actor),
    at: (time) => void (now = time),
    async close() {
      await open.close()
      await engine.remove()
    },
  }
}

export const aSnowflake = () => `1${Array.from({ length: 17 }, () => randomInt(10)).join('')}`
export const anEmail = () => `${ulid().toLowerCase()}@example.com`

export const aGuild = ({ ctx }: TestApp, id = aSnowflake()) => addGuild(ctx(), { id, name: 'A guild' })

export const aUser = ({ ctx }: TestApp, over: Partial<Parameters<typeof createUser>[1]> = {}) =>
  createUser(ctx(), {
    name: 'Ada',
    email: anEmail(),
    password: 'correct horse battery',
    role: 'member',
    ...over,
  })

export async function aKey(test: TestApp, over: Partial<Parameters<typeof createKey>[1]> = {}) {
  const guild = over.guild ?? (await aGuild(test)).id
  const key = await createKey(test.ctx(), { name: 'A key', scopes: ['stats:read'], ...over, guild })
  return { ...key, guild_id: guild }
}

type CommandOver = {
  name?: string
  content?: string | null
  enabled?: boolean
  ephemeral?: boolean
  embed?: object
}

/** A slash command of the guild. */
export async function aCommand({ app, ctx }: TestApp, guildId: string, over: CommandOver = {}) {
  const at = ctx().now().toISOString()
  const { name = 'hello', content = 'Hello!', enabled = true, ephemeral = false, embed = null } = over
  const row = {
    id: ulid(),
    guild_id: guildId,
    name,
    type: 1,
    description: 'Says hello',
    enabled: Number(enabled),
    options: '[]',
    default_member_permissions: null,
    contexts: '[0]',
    ephemeral: Number(ephemeral),
    response: JSON.stringify({ type: 'message', content, embed }),
    use_count: 0,
    error_count: 0,
    last_used_at: null,
    created_at: at,
    updated_at: at,
    version: 1,
  }
  await app.db.insertInto('commands').values(row).execute()
  return row
}

/** A command with everything that a guild can give it. */
export const aWrittenCommand = (
  { ctx }: TestApp,
  guildId: string,
  over: Partial<z.input<typeof commandInput>> = {},
) => {
  const plain = { name: 'hello', description: 'Says hello', response: { content: 'Hello!' } }
  return createCommand(ctx(), { guildId, ...commandInput.parse({ ...plain, ...over }) })
}

/** A message that somebody wrote at noon, unless told otherwise. */
export const anEvent = (over: Partial<GatewayEvent> & Pick<GatewayEvent, 'guild_id'>): GatewayEvent => ({
  id: ulid(),
  type: 'MESSAGE_CREATE',
  occurred_at: NOON,
  actor: aPerson('100'),
  target: null,
  channel: { id: '500', name: 'general' },
  data: {},
  ...over,
})

export const aPerson = (id: string) => ({ id, name: `person ${id}`, is_bot: false })

export const aSnapshot = (guild_id: string, over: Partial<GuildSnapshot> = {}): GuildSnapshot => ({
  guild_id,
  member_count: 120,
  human_count: 115,
  bot_count: 5,
  online_count: null,
  channel_count: 12,
  role_count: 7,
  emoji_count: 3,
  boost_count: 2,
  boost_level: 1,
  ...over,
})

/** Somebody uses the command `name` in the guild. */
export const anInteraction = (
  guildId: string,
  { name = 'hello', options = [] as SubmittedOption[], ...over }: Partial<Interaction> & CommandOptions = {},
): Interaction => ({
  id: aSnowflake(),
  type: interactionTypes.command,
  guild_id: guildId,
  channel: { id: '500', name: 'general' },
  member: { user: { id: '100', username: 'ada', global_name: 'Ada' } },
  data: { name, type: 1, options },
  ...over,
})
type CommandOptions = { name?: string; options?: SubmittedOption[] }

/** What a refused call threw; fails when it was not refused. */
export async function refusalOf(call: () => unknown): Promise<Refusal> {
  try {
    await call()
  } catch (error) {
    return error as Refusal
  }
  throw new Error('the call was not refused')
}

/** Returns a token with another character in its middle: the last ones can stand for the same bytes in base64url. */
export function altered(token: string) {
  const middle = token.length >> 1
  return token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1)
}
