import { setTimeout as wait } from 'node:timers/promises'
import { allow } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { contextFor } from '#app/context.server.ts'
import { Conflict, Invalid } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import {
  type Application,
  type ApplicationFacts,
  changeApplication,
  fetchApplication,
  fetchBotUser,
} from '#app/features/bots/application.server.ts'
import type { Bot } from '#app/features/bots/current-bot.server.ts'
import { botRows, updateBot, writeBot } from '#app/features/bots/store.server.ts'
import { createSingleFlight } from '#app/platform/cache/single-flight.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { CONNECT_BOT, DiscordError } from '#app/platform/outside/discord.server.ts'
import { atMostEvery, startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { hashToken } from '#app/platform/security/tokens.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { SECOND } from '#app/primitives/time.ts'

type Services = Pick<Context, 'bot' | 'config' | 'db' | 'secrets' | 'signals' | 'now'>

/** Age in milliseconds below which stored facts are current. */
const FRESH_MS = 30 * SECOND
/** Milliseconds that a page waits for Discord if facts are stored. */
const PAGE_WAIT_MS = SECOND

/** Application as Discord last described it. `problem` is the failure of the last check, which keeps older facts. */
export type ApplicationState = {
  facts: ApplicationFacts | null
  checked_at: string | null
  problem: { code: string; message: string; at: string } | null
}

/** Application checks in progress by token, so that concurrent page views share one call. */
const checks = createSingleFlight<void>()

/**
 * Returns the application of the current bot. Asks Discord if the stored facts are older than 30 seconds, or always with
 * `force`. Without `force`, a rejected token is not checked again, and after a second without a response, the stored facts
 * are returned and the check continues. Callers authorize first.
 */
export async function readApplication(ctx: Services, { force = false } = {}): Promise<ApplicationState> {
  const before = await storedApplication(ctx)
  const last = Math.max(...[before.checked_at, before.problem?.at].map((at) => (at ? Date.parse(at) : 0)))
  const isCurrent = ctx.now().getTime() - last < FRESH_MS || before.problem?.code === 'token'
  if (!tokenOf(ctx) || (isCurrent && !force)) return before
  const asked = askDiscord(ctx, before)
  if (force || !before.checked_at) return asked
  const waited = new AbortController()
  // A failure of the check itself is repeated by the next page view.
  asked.catch(() => {}).finally(() => waited.abort())
  const isSlow = await wait(PAGE_WAIT_MS, true, { signal: waited.signal, ref: false }).catch(() => false)
  return isSlow ? before : asked
}

async function askDiscord(ctx: Services, before: ApplicationState): Promise<ApplicationState> {
  try {
    await identifyBot(ctx)
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error
    return { ...before, problem: await storeProblem(ctx, error) }
  }
  return storedApplication(ctx)
}

async function storeProblem(ctx: Services, { trouble, message }: DiscordError) {
  const problem = { code: trouble.reason, message, at: ctx.now().toISOString() }
  const id = ctx.bot.state().row?.application_id
  if (id) await updateBot(ctx.db, id, { problem: JSON.stringify(problem) })
  return problem
}

async function storedApplication({ bot, db }: Services): Promise<ApplicationState> {
  const id = bot.state().row?.application_id
  const row = (await botRows(db)).find((one) => one.application_id === id)
  if (!row) return { facts: null, checked_at: null, problem: null }
  return {
    facts: fromJson(row.facts),
    checked_at: row.checked_at,
    problem: row.problem ? fromJson(row.problem) : null,
  }
}

const tokenOf = ({ bot, config }: Pick<Services, 'bot' | 'config'>) =>
  config.discordBotToken ?? bot.current()?.token

/** Asks Discord for the application of the current bot, and stores the result. Throws `DiscordError`. */
export async function identifyBot(ctx: Services): Promise<void> {
  const token = tokenOf(ctx)
  if (!token) return
  await checks.run(hashToken(ctx, token), async () =>
    storeApplication(ctx, token, await fetchApplication(ctx.config, token)),
  )
}

/** Stores the application, unless the bot has changed since Discord was asked. */
async function storeApplication(ctx: Services, token: string, application: Application): Promise<void> {
  const { id, name, icon, key, facts } = application
  const known = (await botRows(ctx.db)).find((row) => row.application_id === id)
  const isOurs = ctx.config.discordBotToken === token
  const user = known ? null : await fetchBotUser(ctx.config, token)
  const fresh = { name, public_key: key, facts: JSON.stringify(facts), checked_at: ctx.now().toISOString() }
  if (isOurs) {
    await writeBot(ctx.db, {
      application_id: id,
      ...fresh,
      user_id: known?.user_id ?? user!.id,
      icon: icon ?? known?.icon ?? user?.icon ?? null,
      environment_hash: hashToken(ctx, token),
      problem: null,
    })
  } else if (known && ctx.bot.current()?.token === token) {
    await updateBot(ctx.db, id, { ...fresh, ...(icon ? { icon } : {}), problem: null })
  }
  const isNew =
    !known ||
    known.name !== name ||
    known.public_key !== key ||
    known.facts !== fresh.facts ||
    (isOurs && !known.environment_hash)
  await ctx.bot.reload()
  if (isNew) await ctx.signals.publish('bot', {})
}

/** Changes the application of the current bot at Discord, and stores the result that Discord returns. */
export async function changeBotApplication(
  ctx: Context,
  change: { flags: number } | { interactions_endpoint_url: string | null },
): Promise<ApplicationFacts> {
  allow(ctx, 'bot:manage')
  const bot: Bot | null = ctx.bot.current()
  if (!bot) throw new Conflict(`No bot is connected. ${CONNECT_BOT}`)
  const application = await changeApplication(ctx.config, bot.token, change).catch(async (error: unknown) => {
    if (!(error instanceof DiscordError)) throw error
    if (error.trouble.reason === 'invalid')
      throw new Invalid(
        `Discord rejected the change: ${reasonOf(error.trouble.errors) ?? error.trouble.message}`,
      )
    // Discord may have made the change without a response in time, so the checks must not show old facts as current.
    await storeProblem(ctx, error)
    throw error
  })
  await storeApplication(ctx, bot.token, application)
  await inTransaction(ctx, (inner) =>
    recordAudit(inner, {
      action: 'bot.changed',
      target: { kind: 'bot', id: application.id, name: application.name },
      details: { changed: Object.keys(change) },
    }),
  )
  return application.facts
}

/** Returns the first message in Discord's nested errors. */
function reasonOf(errors: unknown, depth = 0): string | null {
  if (typeof errors !== 'object' || errors === null || depth > 5) return null
  for (const value of Object.values(errors).slice(0, 20)) {
    const { message } = value as { message?: unknown }
    if (typeof message === 'string') return message.slice(0, 300)
    const inner = reasonOf(value, depth + 1)
    if (inner) return inner
  }
  return null
}

/** Interval in milliseconds of reading the bot, because signals can be lost and commands send none across processes. */
const POLL_MS = 5 * SECOND
/** Interval in milliseconds of attempts to identify the bot of the environment. */
const IDENTIFY_MS = 60 * SECOND

/**
 * Starts reading the bot at an interval, and asks Discord for the application of a token in the environment until it is
 * known. Returns a function that stops this.
 */
export function startBotWorker(app: App): () => Promise<void> {
  const isDue = atMostEvery(IDENTIFY_MS)
  let isRejected = false
  return startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'bot',
    every: POLL_MS,
    failureMessage: 'the bot could not be read or identified',
    async run(ctx) {
      await ctx.bot.reload()
      if (!ctx.config.discordBotToken || ctx.bot.state().row || isRejected || !isDue(ctx.now())) return
      await identifyBot(ctx).catch((error: unknown) => {
        isRejected = error instanceof DiscordError && error.trouble.reason === 'token'
        throw error
      })
    },
  })
}
