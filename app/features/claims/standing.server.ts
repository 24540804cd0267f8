import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { permissionBits, permissionsIn } from '#app/features/directory/permissions.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'

/** Milliseconds that a request waits for Discord. */
const TIMEOUT_MS = 3_000

const guild = z.object({
  owner_id: z.string().nullish(),
  roles: z.array(z.object({ id: z.string(), position: z.number().default(0), permissions: z.string() })),
})
const member = z.object({
  roles: z.array(z.string()),
  communication_disabled_until: z.string().nullish(),
})

type Wanted = { guildId: string; discordId: string }

/**
 * Reads a user's roles with the bot's token, and checks whether the user has Manage Server. Returns false if Discord
 * does not know the member, or does not show the guild to the bot. Throws `DiscordError` if Discord does not respond.
 */
export async function managesOnDiscord(ctx: Context, { guildId, discordId: id }: Wanted): Promise<boolean> {
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
    if (error instanceof DiscordError && ['unknown', 'forbidden'].includes(error.trouble.reason)) return false
    throw error
  }
}
