import { data, type ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { contextFor, type Context } from '#app/context.server.ts'
import type { Refusal } from '#app/errors.ts'
import { sessionActor } from '#app/http/authenticate.server.ts'
import type { FormRefusal } from '#app/http/form.ts'
import { parse } from '#app/http/parse.ts'
import { readBytes } from '#app/http/read-body.server.ts'
import { asRefusal } from '#app/http/refuse.server.ts'

/** Never sent back to the browser, however the form fails. */
const secrets = /password|token/i

/**
 * Serves the POST of a form page: parses the fields by the schema and hands them to `work`, which answers with a
 * redirect. A refusal becomes the action's data, with what was typed, and its status.
 */
export async function form<S extends z.ZodType>(
  { request, context }: ActionFunctionArgs,
  schema: S,
  work: (ctx: Context, input: z.output<S>) => Promise<Response>,
) {
  let values: Record<string, string> = {}
  try {
    const ctx = contextFor(context.app, await sessionActor(context, request), context.facts)
    const body = await readBytes(request, 64 * 1024)
    values = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString()))
    return await work(ctx, parse(schema, values))
  } catch (error) {
    return refusalData(asRefusal(error, context), values)
  }
}

/** The action's answer to a refusal. */
export function refusalData(refusal: Refusal, values: Record<string, string>) {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.test(name)))
  const body: FormRefusal = { error: refusal.message, issues: refusal.issues ?? [], values: kept }
  return data(body, { status: refusal.status, headers: refusal.headers })
}
