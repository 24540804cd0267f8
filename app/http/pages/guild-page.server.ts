import type { LoaderFunctionArgs } from '@remix-run/node'
import { hasRole, requireUser, type GuildPermission } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import type { GuildFrame } from '#app/features/guilds/schema.ts'
import { page } from '#app/http/pages/page.server.ts'

/** Serves a loader of a guild’s rooms: with what `work` returns go the guild and which rooms stand open. */
export const guildPage = <T extends object>(
  args: LoaderFunctionArgs,
  needs: GuildPermission | 'guilds:write',
  work: (ctx: Context, guildId: string) => Promise<T>,
) =>
  page(args, needs, async (ctx) => {
    const guild = await readGuild(ctx, { id: args.params.guildId ?? '' })
    const frame: GuildFrame = { guild, mayAssign: hasRole(requireUser(ctx).role, 'guilds:write') }
    return { frame, ...(await work(ctx, guild.id)) }
  })
