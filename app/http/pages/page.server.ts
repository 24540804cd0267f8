import type { LoaderFunctionArgs } from '@remix-run/node'
import { allowSomewhere, type Permission } from '#app/access.ts'
import { contextFor, type Context } from '#app/context.server.ts'
import { sessionActor, spend } from '#app/http/auth/authenticate.server.ts'
import { signInFirst } from '#app/http/pages/form.server.ts'
import type { LimitName } from '#app/platform/security/rate-limits.ts'
import { asRefusal } from '#app/http/protocol/refuse.server.ts'

/**
 * Serves a page's loader. `signed-in` and a permission send anonymous visitors to the sign-in page and back; whoever
 * may not gets the 403 page. What `work` refuses is thrown as the response that the error page shows.
 */
export async function page<T>(
  { request, context }: LoaderFunctionArgs,
  access: 'anyone' | 'signed-in' | Permission,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const ctx = contextFor(context.app, await sessionActor(context, request), context.facts)
  if (access !== 'anyone' && ctx.actor.kind === 'anonymous') {
    throw signInFirst(request)
  }
  try {
    if (access !== 'anyone' && access !== 'signed-in') allowSomewhere(ctx, access)
    return await work(ctx)
  } catch (error) {
    if (error instanceof Response) throw error
    const refusal = asRefusal(error, context)
    throw new Response(refusal.message, { status: refusal.status, headers: refusal.headers })
  }
}

/** Counts a form's POST against its limit. Throws `TryLater`. */
export async function limited({ context, request }: LoaderFunctionArgs, name: LimitName): Promise<void> {
  await spend(context, name, await sessionActor(context, request))
}
