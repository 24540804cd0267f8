import { data, type ActionFunctionArgs } from '@remix-run/node'
import { allowSomewhere, type Permission } from '#app/access.ts'
import { contextFor, type Context } from '#app/context.server.ts'
import { sessionActor, spend } from '#app/http/auth/authenticate.server.ts'
import { signInFirst } from '#app/http/pages/form.server.ts'
import { asRefusal } from '#app/http/protocol/refuse.server.ts'
import { readForm, type Room } from '#app/http/protocol/upload.server.ts'

type Wanted = { needs: Permission; room: Room }
type Form = Awaited<ReturnType<typeof readForm>>

/** Serves the POST of a form page with several files `file`, and answers with what became of them. */
export async function formWithFiles<T>(
  { request, context }: ActionFunctionArgs,
  { needs, room }: Wanted,
  work: (ctx: Context, form: Form) => Promise<T>,
) {
  try {
    const ctx = contextFor(context.app, await sessionActor(context, request), context.facts)
    if (ctx.actor.kind === 'anonymous') throw signInFirst(request)
    await spend(context, 'api_session', ctx.actor)
    allowSomewhere(ctx, needs)
    return data({ result: await work(ctx, await readForm(request, room)), error: null })
  } catch (error) {
    if (error instanceof Response) throw error
    const refusal = asRefusal(error, context)
    return data(
      { result: null, error: refusal.message },
      { status: refusal.status, headers: refusal.headers },
    )
  }
}
