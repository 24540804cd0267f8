import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { discordIdOf } from '#app/features/accounts/sign-in/identities.server.ts'
import { permissionBits, permissionsIn } from '#app/features/directory/permissions.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'

/** Milliseconds that a write waits for Discord. */
const TIMEOUT_MS = 3_000
/** Discord's code for a user who is not a member. */
const UNKNOWN_MEMBER = 10_007

const guild = z.object({
  owner_id: z.string().nullish(),
  roles: z.array(z.object({ id: z.string(), position: z.number().default(0), permissions: z.string() })),
})
const member = z.object({
  roles: z.array(z.string()),
  communication_disabled_until: z.string().nullish(),
})

type Wanted = { guildId: string; userId: string }

/**
 * Reads a user's roles with the bot's token, and checks whether the user has Manage Server. Never trusts what the user's
 * own token says. Throws `DiscordError` if Discord does not respond.
 */
export async function managesOnDiscord(ctx: Context, { guildId, userId }: Wanted): Promise<boolean> {
  const id = await discordIdOf(ctx, userId)
  if (!id) return false
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const get = <S extends z.ZodType>(path: `/${string}`, answer: S) =>
    ctx.discord.request({ method: 'GET', path, answer, signal })
  try {
    const [place, one] = await Promise.all([
      get(`/guilds/${guildId}`, guild),
      get(`/guilds/${guildId}/members/${id}`, member),
    ])
    const until = one.communication_disabled_until
    const held = permissionsIn({
      guildId,
      ownerId: place.owner_id,
      roles: place.roles.map((role) => ({ ...role, managed: false })),
      member: { id, roles: one.roles, isTimedOut: Boolean(until && Date.parse(until) > ctx.now().getTime()) },
    })
    return (held & permissionBits.MANAGE_GUILD) !== 0n
  } catch (error) {
    const trouble = error instanceof DiscordError ? error.trouble : null
    if (trouble?.reason === 'unknown' && trouble.code === UNKNOWN_MEMBER) return false
    throw error
  }
}
