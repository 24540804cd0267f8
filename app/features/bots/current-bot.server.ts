import type { Logger } from 'pino'
import type { BotStatus } from '#app/features/bots/schema.ts'
import { type BotRow, botRows } from '#app/features/bots/store.server.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { openDatabase, type Db } from '#app/platform/db/connection.server.ts'
import { loadSecrets, type Secrets } from '#app/platform/db/secrets.server.ts'
import { decrypt, encrypt } from '#app/platform/security/encryption.server.ts'
import { hashToken } from '#app/platform/security/tokens.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'

/** Bot that this installation acts as. */
export type Bot = {
  applicationId: string
  /** User id of the bot. Null until Discord has been asked. */
  userId: string | null
  token: string
  publicKey: string | null
  name: string | null
  icon: string | null
  source: 'environment' | 'database'
}

/** State of the bot. `row` is the stored part, which exists once Discord has described the application. */
export type BotState = { status: BotStatus; bot: Bot | null; row: BotRow | null }

/** The bot of this process, kept in memory. */
export type CurrentBot = {
  /** Returns the bot, or null if no bot can be used. */
  current(): Bot | null
  state(): BotState
  /** Returns the id and the public key of the application, which the environment can set without a token. */
  application(): { id: string | null; publicKey: string | null }
  /** Reads the bot from the database. Concurrent calls run in order, so that the last call wins. */
  reload(): Promise<void>
  /** Calls a function after each change, and returns a function that ends this. */
  onChange(listener: () => void): () => void
  close(): void
}

type Keys = { config: Pick<Config, 'keyPepper'>; secrets: Pick<Secrets, 'pepper'> }
type Settings = Pick<Config, 'keyPepper' | 'discordBotToken' | 'discordApplicationId' | 'discordPublicKey'>

/** Name and icon of the bot as Discord shows them. Null if unknown. */
export type ShownBot = { name: string; icon: string | null } | null

/** Returns the name and icon of the current bot, for previews. */
export function shownBot({ bot }: { bot: CurrentBot }): ShownBot {
  const { name, icon } = bot.current() ?? {}
  return name ? { name, icon: icon ?? null } : null
}

const PURPOSE = 'bot token'
const secretOf = ({ config, secrets }: Keys) => config.keyPepper ?? secrets.pepper

/** Encrypts a bot token for the database. */
export const sealToken = (keys: Keys, token: string): string => encrypt(secretOf(keys), PURPOSE, token)

/** Determines the bot from the environment, which takes precedence, and the stored rows. */
function stateOf({
  config,
  secrets,
  rows,
}: {
  config: Settings
  secrets: Secrets
  rows: BotRow[]
}): BotState {
  const { discordBotToken: token, discordApplicationId: id, discordPublicKey: key } = config
  if (token) {
    const hash = hashToken({ config, secrets }, token)
    const row = rows.find((one) => one.environment_hash === hash) ?? null
    const applicationId = id ?? row?.application_id
    if (!applicationId) return { status: 'unidentified', bot: null, row: null }
    const publicKey = key ?? row?.public_key ?? null
    const known = { userId: row?.user_id ?? null, name: row?.name ?? null, icon: row?.icon ?? null }
    return {
      status: 'connected',
      bot: { applicationId, token, publicKey, ...known, source: 'environment' },
      row,
    }
  }
  const row = rows.find((one) => one.token !== null)
  if (!row) return { status: 'none', bot: null, row: null }
  if ((id && id !== row.application_id) || (key && key !== row.public_key))
    return { status: 'other_application', bot: null, row }
  const stored = decrypt(secretOf({ config, secrets }), PURPOSE, row.token!)
  if (stored === null) return { status: 'unreadable', bot: null, row }
  const { application_id: applicationId, user_id: userId, public_key: publicKey, name, icon } = row
  const bot: Bot = { applicationId, userId, token: stored, publicKey, name, icon, source: 'database' }
  return { status: 'connected', bot, row }
}

type Parts = { config: Settings; db: Db; secrets: Secrets; signals: Signals; log: Logger }

/** Loads the bot, and reloads it after each change that an instance reports. */
export async function openCurrentBot({ config, db, secrets, signals, log }: Parts): Promise<CurrentBot> {
  const read = async () => stateOf({ config, secrets, rows: await botRows(db) })
  const listeners = new Set<() => void>()
  let state = await read()
  let loading = Promise.resolve()

  async function load() {
    const next = await read()
    const changed =
      JSON.stringify(next.bot) !== JSON.stringify(state.bot) ||
      next.row?.facts !== state.row?.facts ||
      next.status !== state.status
    state = next
    if (changed) for (const listener of listeners) listener()
  }
  const reload = () => (loading = loading.catch(() => {}).then(load))
  const unsubscribe = signals.subscribe('bot', () => {
    reload().catch((error: unknown) =>
      log.warn({ err: error }, 'the bot could not be read: trying again soon'),
    )
  })

  return {
    current: () => state.bot,
    state: () => state,
    application: () => ({
      id: config.discordApplicationId ?? state.bot?.applicationId ?? null,
      publicKey: config.discordPublicKey ?? state.bot?.publicKey ?? null,
    }),
    reload,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: unsubscribe,
  }
}

/** Reads the state of the bot without an open service. Requires a current schema. */
export async function readBotState(config: Config): Promise<BotState> {
  const db = await openDatabase(config)
  try {
    return stateOf({ config, secrets: await loadSecrets(config, db), rows: await botRows(db) })
  } finally {
    await db.destroy()
  }
}
