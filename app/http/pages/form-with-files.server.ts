import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { z } from 'zod'
import { allowAnyGuild, callerIdOf, type Permission } from '#app/access.ts'
import { type Context, contextFor } from '#app/context.server.ts'
import { sessionActor, consumeLimit } from '#app/http/auth/authenticate.server.ts'
import { refusalData, redirectToSignIn } from '#app/http/pages/form.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'
import {
  missingFileError,
  readMultipartForm,
  type FormLimits,
  type Upload,
} from '#app/http/protocol/upload.server.ts'

type FileFormOptions<S> = { needs: Permission; fields: S; most: number }

/** Returns the signed-in user's context. Checks the permission before any file is read. */
async function requireUploadContext(
  { request, context }: ActionFunctionArgs,
  needs: Permission,
): Promise<Context> {
  const ctx = contextFor(context.app, await sessionActor(context, request), context.facts)
  if (ctx.actor.kind === 'anonymous') throw redirectToSignIn(request)
  await consumeLimit(context, 'api_session', ctx.actor)
  allowAnyGuild(ctx, needs)
  return ctx
}

/**
 * Creates the action for a page whose form has a `file` field. Errors are returned as data with the submitted values.
 */
export const formWithFile =
  <S extends z.ZodObject>(
    { needs, fields, most }: FileFormOptions<S>,
    work: (ctx: Context, input: Upload<z.output<S>>) => Promise<Response>,
  ) =>
  async (args: ActionFunctionArgs) => {
    const { request, context } = args
    let typed: Record<string, string> = {}
    try {
      const ctx = await requireUploadContext(args, needs)
      const { files, values } = await readMultipartForm(request, { most, caller: callerIdOf(ctx) })
      const file = files.at(-1)
      typed = values
      if (!file) throw missingFileError()
      return await work(ctx, { file, fields: parse(fields, values) })
    } catch (error) {
      if (error instanceof Response) throw error
      return refusalData(toRefusal(error, context), typed)
    }
  }

type FilesFormOptions = { needs: Permission; room: FormLimits }
type Form = Awaited<ReturnType<typeof readMultipartForm>>

/**
 * Creates the action for a page whose form has several files. Returns a result for each file. The signal of `work` is
 * aborted if the client disconnects.
 */
export const formWithFiles =
  <T>(
    { needs, room }: FilesFormOptions,
    work: (ctx: Context, form: Form, signal?: AbortSignal) => Promise<T>,
  ) =>
  async (args: ActionFunctionArgs) => {
    const { request, context } = args
    try {
      const ctx = await requireUploadContext(args, needs)
      const read = await readMultipartForm(request, { ...room, caller: callerIdOf(ctx) })
      return data({ result: await work(ctx, read, context.disconnected?.()), error: null })
    } catch (error) {
      if (error instanceof Response) throw error
      const refusal = toRefusal(error, context)
      return data(
        { result: null, error: refusal.message },
        { status: refusal.status, headers: refusal.headers },
      )
    }
  }
