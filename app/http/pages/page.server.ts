import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import {
  allowAnyGuild,
  type GuildPermission,
  hasRole,
  isReadOnly,
  type Permission,
  readOnlyError,
  requireUser,
} from '#app/access.ts'
import { Forbidden } from '#app/errors.ts'
import { type Context, contextFor } from '#app/context.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'
import type { GuildFrame } from '#app/features/guilds/schema.ts'
import { sessionActor, consumeLimit } from '#app/http/auth/authenticate.server.ts'
import { redirectToSignIn } from '#app/http/pages/form.server.ts'
import { pageArgs, type PageArgs } from '#app/http/pages/page-args.server.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'
import type { LimitName } from '#app/platform/security/rate-limits.ts'

/**
 * Creates a page's loader. With `signed-in` or a permission, anonymous visitors are redirected to the sign-in page.
 * Errors from `work` are thrown as responses for the error page.
 */
export const page =
  <T>(access: 'anyone' | 'signed-in' | Permission, work: (ctx: Context, args: PageArgs) => Promise<T>) =>
  async (args: LoaderFunctionArgs): Promise<T> => {
    const { request, context } = args
    const ctx = contextFor(context.app, await sessionActor(context, request), context.facts)
    if (access !== 'anyone' && ctx.actor.kind === 'anonymous') throw redirectToSignIn(request)
    try {
      if (access === 'signed-in' && isReadOnly(ctx.actor)) throw readOnlyError()
      if (access !== 'anyone' && access !== 'signed-in') allowAnyGuild(ctx, access)
      return await work(ctx, pageArgs(args))
    } catch (error) {
      if (error instanceof Response) throw error
      // The page of the demo says that it is read-only, and leads back to the console.
      if (error instanceof Forbidden && isReadOnly(ctx.actor)) throw redirect('/demo?refused=page')
      const refusal = toRefusal(error, context)
      throw new Response(refusal.message, { status: refusal.status, headers: refusal.headers })
    }
  }

/** Counts a form submission against its limit. Throws `TryLater`. */
export async function consumeFormLimit(
  { context, request }: LoaderFunctionArgs,
  name: LimitName,
): Promise<void> {
  await consumeLimit(context, name, await sessionActor(context, request))
}

/**
 * Creates the loader for a guild page. Adds the guild, and whether the actor can assign managers, to the data from
 * `work`.
 */
export const guildPage = <T extends object>(
  needs: GuildPermission | 'guilds:write',
  work: (ctx: Context, args: PageArgs) => Promise<T>,
) =>
  page(needs, async (ctx, args) => {
    const guild = await readGuild(ctx, { id: args.guildId })
    const mayAssign = hasRole(requireUser(ctx).role, 'guilds:write')
    const frame: GuildFrame = { guild, mayAssign, isDemo: isReadOnly(ctx.actor) }
    return { frame, ...(await work(ctx, args)) }
  })
