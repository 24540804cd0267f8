import { z } from 'zod'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, found } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { AuditAction } from '#app/features/audit/schema.ts'
import { requireGuild } from '#app/features/guilds/guilds.server.ts'
import type { ChosenState, Guild } from '#app/features/guilds/schema.ts'
import { allGuilds, guildById, lockGuild, updateGuild } from '#app/features/guilds/store.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'

/** Lists the guilds in all states, by name. */
export async function listAllGuilds(ctx: Context): Promise<Guild[]> {
  allow(ctx, 'guilds:write')
  return allGuilds(ctx.db)
}

type Change = { id: string; state: ChosenState }
type Locked = NonNullable<Awaited<ReturnType<typeof lockGuild>>>

/**
 * Approves, leaves or blocks a guild, or undoes an approval or a block with `pending`. Repeated calls change nothing.
 * Throws `NotFound` and `Conflict`.
 */
export async function setGuildState(ctx: Context, { id, state }: Change): Promise<Guild> {
  allow(ctx, 'guilds:write')
  const before = await requireGuild(ctx, id)
  // The call comes first: if Discord fails, the bot is still in the guild, and the state says so.
  if (state === 'left' && before.left_at === null) await leaveOnDiscord(ctx, id)
  await inTransaction(ctx, async (inner) => {
    const held = found(await lockGuild(inner.db, id), missing(id))
    const next = nextOf[state](held, inner.now().toISOString())
    if (!next) return
    const { action, ...row } = next
    const after = (await updateGuild(inner.db, id, row))!
    await recordAudit(inner, { action, target: { kind: 'guild', id, name: after.name } })
  })
  // Reports were ignored while the guild was blocked, so ask the runners for its channels, roles and emojis.
  if (state === 'active') await ctx.signals.publish('directory', { guild: id })
  if (state === 'blocked') await leaveOrRetryLater(ctx, id, (one) => one.state === 'blocked')
  return requireGuild(ctx, id)
}

type Next = { action: AuditAction; state: Guild['state']; approved_at: string | null; left_at?: string }

/** Returns the changed columns for each state that an operator can choose, or null if nothing changes. */
const nextOf: Record<ChosenState, (guild: Locked, now: string) => Next | null> = {
  active({ id, state }, now) {
    if (state === 'left')
      throw new Conflict(`The bot has left the server ${id}. Add the bot to the server again.`)
    if (state === 'blocked') throw new Conflict(`The server ${id} is blocked. Unblock it first.`)
    return state === 'pending' ? { action: 'guild.approved', state: 'active', approved_at: now } : null
  },
  pending({ id, state, left_at }) {
    if (state === 'left') throw new Conflict(`The bot has left the server ${id}.`)
    if (state === 'pending') return null
    if (state === 'blocked')
      return { action: 'guild.unblocked', state: left_at ? 'left' : 'pending', approved_at: null }
    return { action: 'guild.unapproved', state: 'pending', approved_at: null }
  },
  left({ state, left_at }, now) {
    if (state === 'blocked') return null
    return left_at ? null : { action: 'guild.left', state: 'left', approved_at: null, left_at: now }
  },
  blocked: ({ state }) =>
    state === 'blocked' ? null : { action: 'guild.blocked', state: 'blocked', approved_at: null },
}

const missing = (id: string) => `Guild ${id} does not exist.`

/** Makes the bot leave a guild. A guild that Discord does not know to the bot counts as left. Throws `DiscordError`. */
async function leaveOnDiscord({ discord }: Pick<Context, 'discord'>, id: string): Promise<void> {
  try {
    await discord.request({ method: 'DELETE', path: `/users/@me/guilds/${id}`, answer: z.unknown() })
  } catch (error) {
    const reason = error instanceof DiscordError ? error.trouble.reason : null
    if (reason !== 'unknown' && reason !== 'forbidden') throw error
  }
}

/**
 * Leaves a guild if it is still due, because its state can change while other guilds are left. If Discord fails, the
 * hourly purge tries again.
 */
export async function leaveOrRetryLater(
  ctx: Context,
  id: string,
  isDue: (guild: Guild) => boolean,
): Promise<void> {
  allow(ctx, 'guilds:write')
  const before = await guildById(ctx.db, id)
  if (!before || before.left_at || !isDue(before)) return
  try {
    await leaveOnDiscord(ctx, id)
  } catch (error) {
    return ctx.log.warn({ err: error, guild: id }, 'the bot could not leave a server: trying again later')
  }
  await inTransaction(ctx, async (inner) => {
    const held = await lockGuild(inner.db, id)
    // A later time of joining means that the bot was added again since the call.
    if (!held || held.left_at || held.joined_at !== before.joined_at) return
    const state = held.state === 'blocked' ? 'blocked' : 'left'
    const row = await updateGuild(inner.db, id, { state, left_at: inner.now().toISOString() })
    await recordAudit(inner, { action: 'guild.left', target: { kind: 'guild', id, name: row!.name } })
  })
}
