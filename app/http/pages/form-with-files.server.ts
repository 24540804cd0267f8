import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { z } from 'zod'
import { allowSomewhere, type Permission } from '#app/access.ts'
import { type Context, contextFor } from '#app/context.server.ts'
import { sessionActor, spend } from '#app/http/auth/authenticate.server.ts'
import { refusalData, signInFirst } from '#app/http/pages/form.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { asRefusal } from '#app/http/protocol/error-response.server.ts'
import { noFile, readForm, type Room, type Upload } from '#app/http/protocol/upload.server.ts'

type WantedFile<S> = { needs: Permission; fields: S; most: number }

/**
 * Serves the POST of a form page with the field `file`: whoever may not do it is refused before the file is read. A refusal
 * becomes the action's data, with what was typed, and its status.
 */
export async function formWithFile<S extends z.ZodObject>(
  { request, context }: ActionFunctionArgs,
  { needs, fields, most }: WantedFile<S>,
  work: (ctx: Context, input: Upload<z.output<S>>) => Promise<Response>,
) {
  let typed: Record<string, string> = {}
  try {
    const ctx = contextFor(context.app, await sessionActor(context, request), context.facts)
    if (ctx.actor.kind === 'anonymous') throw signInFirst(request)
    await spend(context, 'api_session', ctx.actor)
    allowSomewhere(ctx, needs)
    const { files, values } = await readForm(request, { most })
    const file = files.at(-1)
    typed = values
    if (!file) throw noFile()
    return await work(ctx, { file, fields: parse(fields, values) })
  } catch (error) {
    if (error instanceof Response) throw error
    return refusalData(asRefusal(error, context), typed)
  }
}

type WantedFiles = { needs: Permission; room: Room }
type Form = Awaited<ReturnType<typeof readForm>>

/** Serves the POST of a form page with several files `file`, and answers with what became of them. */
export async function formWithFiles<T>(
  { request, context }: ActionFunctionArgs,
  { needs, room }: WantedFiles,
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
