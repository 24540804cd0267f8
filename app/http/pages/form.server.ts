import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { hasRole, requireUser, type Permission } from '#app/access.ts'
import { type Context, contextFor } from '#app/context.server.ts'
import { Invalid, type Refusal, Stale, Unauthorized } from '#app/errors.ts'
import { confirmPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import { confirmPasswordForm } from '#app/features/accounts/forms.ts'
import { proofMethods, type ProofMethods } from '#app/features/accounts/sign-in/proof-ways.server.ts'
import { sessionActor, consumeLimit } from '#app/http/auth/authenticate.server.ts'
import { sessionCookie } from '#app/http/auth/session-cookie.server.ts'
import { pageArgs, type PageArgs } from '#app/http/pages/page-args.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { parseFields, readBytes } from '#app/http/protocol/read-body.server.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'
import { versionField } from '#app/primitives/schema.ts'
import { type FormRefusal, submittedValues } from '#app/ui/forms/refusal.ts'

type Values = Record<string, string>

/** Maximum size of a form, and of a form with an editor, in bytes. */
const MAX_FORM_BYTES = 64 * 1024
const MAX_EDITOR_FORM_BYTES = 1024 * 1024
/** Maximum size of the form of an entry in bytes. Twice the longest text fits, with 9 bytes per encoded character. */
export const MAX_ENTRY_FORM_BYTES = 4 * 1024 * 1024

/** Handler for one form on a page. */
export type FormHandler<T = never> = (ctx: Context, values: Values) => Promise<Response | T>

/** Creates a form handler that parses the fields with a schema. */
export const formHandler =
  <S extends z.ZodType>(
    schema: S,
    work: (ctx: Context, input: z.output<S>) => Promise<Response>,
  ): FormHandler =>
  async (ctx, values) =>
    work(ctx, parse(schema, values))

/** Creates the action for a page with one form. Errors are returned as data with the submitted values. */
export const form =
  <S extends z.ZodType>(
    schema: S,
    work: (ctx: Context, input: z.output<S>, args: PageArgs) => Promise<Response>,
  ) =>
  (args: ActionFunctionArgs) =>
    run(args, { most: MAX_FORM_BYTES }, () =>
      formHandler(schema, (ctx, input) => work(ctx, input, pageArgs(args))),
    )

/**
 * Creates the action for a page with several forms, selected by `intent`, for signed-in users. `read` can convert the
 * submitted fields first. `large` raises the maximum size in bytes for people whose role has a permission.
 */
export const forms =
  <T = never>(
    partsOf: (args: PageArgs) => Record<string, FormHandler<T>>,
    { read, large }: Pick<RunOptions, 'read' | 'large'> = {},
  ) =>
  (args: ActionFunctionArgs) =>
    run(args, { most: MAX_EDITOR_FORM_BYTES, read, large }, async (ctx, { intent = '' }) => {
      if (ctx.actor.kind === 'anonymous') throw signedOutResponse(args.request)
      await consumeLimit(args.context, 'api_session', ctx.actor)
      const parts = partsOf(pageArgs(args))
      const chosen = Object.hasOwn(parts, intent) ? parts[intent] : undefined
      if (!chosen) throw new Invalid('This form is unknown. Reload the page.')
      return chosen
    })

type RunOptions = {
  most: number
  read?: ((values: Values) => Values) | undefined
  large?: { most: number; needs: Permission } | undefined
}

async function run<T>(
  { request, context }: ActionFunctionArgs,
  { most, read = (values) => values, large }: RunOptions,
  choose: (ctx: Context, values: Values) => FormHandler<T> | Promise<FormHandler<T>>,
) {
  let values: Values = {}
  let found: Context | undefined
  try {
    found = contextFor(context.app, await sessionActor(context, request), context.facts)
    const { actor } = found
    const isLarge = large && actor.kind === 'user' && hasRole(actor.role, large.needs)
    values = read(parseFields(await readBytes(request, isLarge ? large.most : most)))
    const ctx = values.proof_password ? await confirmIdentity(found, context, values.proof_password) : found
    const chosen = await choose(ctx, values)
    return await chosen(ctx, values)
  } catch (error) {
    if (error instanceof Response) throw error
    const refusal = toRefusal(error, context)
    const asks = found?.actor.kind === 'user' && isProofRequired(refusal)
    // If the account was just deleted, fall back to the password prompt. The next request redirects to the sign-in
    // page.
    const ways = asks ? await proofMethods(found!).catch(() => undefined) : undefined
    return refusalData(refusal, values, ways)
  }
}

/** Verifies the password in a form as a new proof before the form is handled, so that no input is lost. */
async function confirmIdentity(ctx: Context, { facts }: ActionFunctionArgs['context'], password: string) {
  const user = requireUser(ctx)
  const input = parse(confirmPasswordForm, { password })
  const { token, seconds } = await confirmPassword(ctx, input, 'proof_password')
  facts.renewed = sessionCookie(token, seconds, facts.secure)
  return { ...ctx, actor: { ...user, provedAt: ctx.now().toISOString() } }
}

/** Returns 401 to scripts, so that the form keeps its input. Redirects other requests to the sign-in page. */
const signedOutResponse = (request: Request) =>
  request.headers.get('Sec-Fetch-Dest') === 'empty'
    ? new Unauthorized(
        'unauthorized',
        'You are signed out. Sign in from another window, then submit the form again.',
      )
    : redirectToSignIn(request)

/** Redirects to the sign-in page, which redirects back to this page after sign-in. */
export function redirectToSignIn({ url }: Request): Response {
  const { pathname, search } = new URL(url)
  return redirect(`/login?${new URLSearchParams({ redirect_to: pathname.replace(/\.data$/, '') + search })}`)
}

const isProofRequired = ({ code, issues }: Refusal) =>
  code === 'proof_required' || issues?.some(({ path }) => path === 'proof_password')

/** Returns the action data for a refusal. */
export const refusalData = (refusal: Refusal, values: Values, ways?: ProofMethods) =>
  data(refusalState(refusal, values, ways), { status: refusal.status, headers: refusal.headers })

/** Returns the state of a form after a refusal. */
export function refusalState(
  refusal: Refusal,
  values: Values,
  ways: ProofMethods = { password: true, providers: [] },
): FormRefusal {
  return {
    error: refusal.message,
    issues: refusal.issues ?? [],
    values: submittedValues(values),
    intent: values.intent ?? null,
    ...(refusal.code === 'unauthorized' ? { signedOut: true } : {}),
    ...(isProofRequired(refusal) ? { proof: ways } : {}),
    ...(refusal instanceof Stale ? { current: refusal.current, theirs: refusal.texts?.theirs } : {}),
  }
}

const enabled = z.enum(['yes', 'no']).transform((value) => value === 'yes')

/** Schema for a toggle form in a list: the item, its version and the new state. */
export const toggleForm = z.object({ id: z.string(), version: versionField, enabled })

/** Schema for a toggle form for items with a slug. */
export const slugToggleForm = z.object({ slug: z.string(), version: versionField, enabled })
