import { allow, authorColumns, requireProof } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, invalidField, NotFound } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { type Application, fetchApplication, fetchBotUser } from '#app/features/bots/application.server.ts'
import { sealToken } from '#app/features/bots/current-bot.server.ts'
import { identifyBot } from '#app/features/bots/refresh.server.ts'
import { botProblems, type BotView } from '#app/features/bots/schema.ts'
import { botRows, deleteOtherBots, deleteStoredBots, writeBot } from '#app/features/bots/store.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'

/** Returns the state of the bot, without its token. */
export async function readBot(ctx: Context): Promise<BotView> {
  allow(ctx, 'bot:manage')
  const { status, bot, row } = ctx.bot.state()
  const fromEnvironment = ctx.config.discordBotToken !== undefined
  return {
    status,
    source: fromEnvironment ? 'environment' : row ? 'database' : null,
    application_id: bot?.applicationId ?? row?.application_id ?? null,
    name: row?.name ?? null,
    icon: row?.icon ?? null,
    connected_at: fromEnvironment ? null : (row?.connected_at ?? null),
    connected_by: fromEnvironment ? null : (row?.connected_by ?? null),
    problem: botProblems[status],
  }
}

/**
 * Connects the bot that the token belongs to, in place of the current bot. All instances use the new bot within a second.
 * Requires a recent proof of identity. Throws `Invalid` for a rejected token and for a token of another application, and `DiscordError` if Discord is down.
 */
export async function connectBot(ctx: Context, { token }: { token: string }): Promise<BotView> {
  allow(ctx, 'bot:manage')
  refuseEnvironment(ctx)
  requireProof(ctx)
  const application = await applicationOf(ctx, token)
  refuseOtherApplication(ctx, application)
  const user = await fetchBotUser(ctx.config, token)
  const { id, name, icon, key, facts } = application
  await inTransaction(ctx, async (inner) => {
    const now = inner.now().toISOString()
    const before = (await botRows(inner.db)).find((row) => row.token !== null)
    await deleteOtherBots(inner.db, id)
    await writeBot(inner.db, {
      application_id: id,
      name,
      user_id: user.id,
      icon: icon ?? user.icon,
      public_key: key,
      token: sealToken(inner, token),
      environment_hash: null,
      facts: JSON.stringify(facts),
      checked_at: now,
      problem: null,
      connected_at: now,
      ...authorColumns('connected_by', inner),
    })
    const replaced = before && before.application_id !== id ? { replaced: before.application_id } : {}
    await recordAudit(inner, {
      action: 'bot.connected',
      target: { kind: 'bot', id, name },
      details: replaced,
    })
  })
  await announceBot(ctx)
  return readBot(ctx)
}

/**
 * Deletes the stored token, so that no instance acts as the bot. Requires a recent proof of identity. Throws `NotFound`
 * and `Conflict`.
 */
export async function disconnectBot(ctx: Context): Promise<BotView> {
  allow(ctx, 'bot:manage')
  refuseEnvironment(ctx)
  requireProof(ctx)
  await inTransaction(ctx, async (inner) => {
    const rows = await deleteStoredBots(inner.db)
    if (!rows.length) throw new NotFound('No bot is connected.')
    for (const { application_id: id, name } of rows)
      await recordAudit(inner, { action: 'bot.disconnected', target: { kind: 'bot', id, name } })
  })
  await announceBot(ctx)
  return readBot(ctx)
}

/** Returns the bot to act as, and asks Discord for its id if needed. Throws `DiscordError` without a usable bot. */
export async function requireBot(
  ctx: Pick<Context, 'bot' | 'config' | 'db' | 'secrets' | 'signals' | 'now'>,
) {
  const bot = ctx.bot.current()
  if (bot) return bot
  if (ctx.bot.state().status === 'unidentified') await identifyBot(ctx)
  const found = ctx.bot.current()
  if (!found) throw new DiscordError({ reason: 'not_set_up' })
  return found
}

/** Applies a change of the bot in this process, and then in the other instances. */
async function announceBot({ bot, signals }: Pick<Context, 'bot' | 'signals'>): Promise<void> {
  await bot.reload()
  await signals.publish('bot', {})
}

function refuseEnvironment({ config }: Pick<Context, 'config'>) {
  if (config.discordBotToken)
    throw new Conflict(
      'DISCORD_BOT_TOKEN sets the bot. To connect a bot here, remove the variable and restart Signpost.',
    )
}

async function applicationOf({ config }: Context, token: string): Promise<Application> {
  try {
    return await fetchApplication(config, token)
  } catch (error) {
    if (!(error instanceof DiscordError) || error.trouble.reason !== 'token') throw error
    const message =
      'Discord rejected this token. On the “Bot” page of the developer portal, reset the token and copy the new one.'
    throw invalidField('token', message)
  }
}

function refuseOtherApplication({ config }: Context, { id, name, key }: Application) {
  const { discordApplicationId, discordPublicKey } = config
  const setting =
    discordApplicationId && discordApplicationId !== id
      ? 'DISCORD_APPLICATION_ID'
      : discordPublicKey && discordPublicKey !== key
        ? 'DISCORD_PUBLIC_KEY'
        : null
  if (setting)
    throw invalidField(
      'token',
      `This token belongs to ${name} (${id}), not to the application in ${setting}. Remove the variable, or enter a token of that application.`,
    )
}
