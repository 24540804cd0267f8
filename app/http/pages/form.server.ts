import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { requireUser } from '#app/access.ts'
import { type Context, contextFor } from '#app/context.server.ts'
import { Invalid, type Refusal, Stale, Unauthorized } from '#app/errors.ts'
import { confirmPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import { confirmPasswordForm } from '#app/features/accounts/forms.ts'
import { proofMethods, type ProofMethods } from '#app/features/accounts/sign-in/proof-ways.server.ts'
import { sessionActor, consumeLimit } from '#app/http/auth/authenticate.server.ts'
import { sessionCookie } from '#app/http/auth/session-cookie.server.ts'
import { pageArgs, type PageArgs } from '#app/http/pages/page-args.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { readBytes } from '#app/http/protocol/read-body.server.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'
import { versionField } from '#app/primitives/schema.ts'
import { type FormRefusal, submittedValues } from '#app/ui/forms/refusal.ts'

type Values = Record<string, string>

/** What fits into a form of fields, and into one of an editor, in bytes. */
const MAX_FORM_BYTES = 64 * 1024
const MAX_EDITOR_FORM_BYTES = 1024 * 1024

/** One of the forms of a page: what its fields become, and what is done with them. */
export type FormHandler<T = never> = (ctx: Context, values: Values) => Promise<Response | T>

/** A form whose fields are parsed by the schema. */
export const formHandler =
  <S extends z.ZodType>(
    schema: S,
    work: (ctx: Context, input: z.output<S>) => Promise<Response>,
  ): FormHandler =>
  async (ctx, values) =>
    work(ctx, parse(schema, values))

/** Makes the action of a page with one form. An error becomes its data, with the submitted values. */
export const form =
  <S extends z.ZodType>(
    schema: S,
    work: (ctx: Context, input: z.output<S>, args: PageArgs) => Promise<Response>,
  ) =>
  (args: ActionFunctionArgs) =>
    run(args, MAX_FORM_BYTES, () => formHandler(schema, (ctx, input) => work(ctx, input, pageArgs(args))))

/** Makes the action of a page with several forms, named by `intent`, for people who are signed in. */
export const forms =
  <T = never>(partsOf: (args: PageArgs) => Record<string, FormHandler<T>>) =>
  (args: ActionFunctionArgs) =>
    run(args, MAX_EDITOR_FORM_BYTES, async (ctx, { intent = '' }) => {
      if (ctx.actor.kind === 'anonymous') throw signedOutResponse(args.request)
      await consumeLimit(args.context, 'api_session', ctx.actor)
      const parts = partsOf(pageArgs(args))
      const chosen = Object.hasOwn(parts, intent) ? parts[intent] : undefined
      if (!chosen) throw new Invalid('This form is not known here. Load the page again.')
      return chosen
    })

async function run<T>(
  { request, context }: ActionFunctionArgs,
  most: number,
  choose: (ctx: Context, values: Values) => FormHandler<T> | Promise<FormHandler<T>>,
) {
  let values: Values = {}
  let found: Context | undefined
  try {
    found = contextFor(context.app, await sessionActor(context, request), context.facts)
    const body = await readBytes(request, most)
    values = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString()))
    const ctx = values.proof_password ? await confirmIdentity(found, context, values.proof_password) : found
    const chosen = await choose(ctx, values)
    return await chosen(ctx, values)
  } catch (error) {
    if (error instanceof Response) throw error
    const refusal = toRefusal(error, context)
    const asks = found?.actor.kind === 'user' && isProofRequired(refusal)
    // If the account was deleted meanwhile, the form asks for the password, and the next request for a sign-in.
    const ways = asks ? await proofMethods(found!).catch(() => undefined) : undefined
    return refusalData(refusal, values, ways)
  }
}

/** Takes the password that a form brings as a new proof, then does what the form asks for: nothing typed is lost. */
async function confirmIdentity(ctx: Context, { facts }: ActionFunctionArgs['context'], password: string) {
  const user = requireUser(ctx)
  const input = parse(confirmPasswordForm, { password })
  const { token, seconds } = await confirmPassword(ctx, input, 'proof_password')
  facts.renewed = sessionCookie(token, seconds, facts.secure)
  return { ...ctx, actor: { ...user, provedAt: ctx.now().toISOString() } }
}

/** A script stays on its page, which still holds what was typed; without one the browser is led to the sign-in. */
const signedOutResponse = (request: Request) =>
  request.headers.get('Sec-Fetch-Dest') === 'empty'
    ? new Unauthorized('unauthorized', 'You are signed out. Sign in in another window, then send this again.')
    : redirectToSignIn(request)

/** Leads to the sign-in page, and from there back to the page. */
export function redirectToSignIn({ url }: Request): Response {
  const { pathname, search } = new URL(url)
  return redirect(`/login?${new URLSearchParams({ redirect_to: pathname.replace(/\.data$/, '') + search })}`)
}

const isProofRequired = ({ code, issues }: Refusal) =>
  code === 'proof_required' || issues?.some(({ path }) => path === 'proof_password')

/** The action's answer to a refusal. */
export function refusalData(
  refusal: Refusal,
  values: Values,
  ways: ProofMethods = { password: true, providers: [] },
) {
  const body: FormRefusal = {
    error: refusal.message,
    issues: refusal.issues ?? [],
    values: submittedValues(values),
    intent: values.intent ?? null,
    ...(isProofRequired(refusal) ? { proof: ways } : {}),
    ...(refusal instanceof Stale ? { current: refusal.current, theirs: refusal.texts?.theirs } : {}),
  }
  return data(body, { status: refusal.status, headers: refusal.headers })
}

const enabled = z.enum(['yes', 'no']).transform((value) => value === 'yes')

/** What a switch of a list sends: which thing, as it was seen, and whether it shall be on. */
export const toggleForm = z.object({ id: z.string(), version: versionField, enabled })

/** The same for what has a name in place of an id. */
export const slugToggleForm = z.object({ slug: z.string(), version: versionField, enabled })
