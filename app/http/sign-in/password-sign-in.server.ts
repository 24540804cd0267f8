import type { ActionFunctionArgs } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { z } from 'zod'
import { contextFor, type Call } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { signIn } from '#app/features/accounts/accounts.server.ts'
import { loginInput, sameSitePath, START } from '#app/features/accounts/schema.ts'
import { countFailuresOnly } from '#app/http/auth/authenticate.server.ts'
import { refusalData } from '#app/http/pages/form.server.ts'
import { consumeFormLimit } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { limitFields, readBytes } from '#app/http/protocol/read-body.server.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'

type SignedIn = Awaited<ReturnType<typeof signIn>>

/** Schema of the sign-in form. Other fields are ignored. */
const fields = z.object(loginInput.shape).omit({ redirect_to: true })

/**
 * Creates the authenticator, which only verifies credentials. The caller opens the session. `form` has the email and
 * password.
 */
function createAuthenticator({ app, facts }: Call): Authenticator<SignedIn> {
  const ctx = contextFor(app, { kind: 'anonymous' }, facts)
  const withPassword = new FormStrategy<SignedIn>(async ({ form }) => {
    return signIn(ctx, parse(fields, Object.fromEntries(form)))
  })
  return new Authenticator<SignedIn>().use(withPassword, 'form')
}

/**
 * Serves the sign-in form. `done` receives the user and the requested path. Errors are returned as data with the
 * submitted values.
 */
export async function signInByForm(
  { request, context, params }: ActionFunctionArgs,
  done: (signedIn: SignedIn, redirectTo: string) => Promise<Response>,
) {
  let values: Record<string, string> = {}
  try {
    await consumeFormLimit({ request, context, params }, 'login')
    const { url, method, headers } = request
    const body = Buffer.from(await readBytes(request, 64 * 1024))
    limitFields(body)
    const copy = new Request(url, { method, headers, body })
    const form = await copy
      .clone()
      .formData()
      .catch(() =>
        Promise.reject(new Invalid('The form data is invalid. Reload the page and submit the form again.')),
      )
    values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
    const wanted = sameSitePath.safeParse(values.redirect_to)
    return await countFailuresOnly(context, async () => {
      const signedIn = await createAuthenticator(context).authenticate('form', copy)
      return done(signedIn, wanted.success ? wanted.data : START)
    })
  } catch (error) {
    return refusalData(toRefusal(error, context), values)
  }
}
