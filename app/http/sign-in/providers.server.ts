import type { LoaderFunctionArgs } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import type { Context } from '#app/context.server.ts'
import { Refusal, TryLater } from '#app/errors.ts'
import { signInWithIdentity, type Profile } from '#app/features/accounts/sign-in/identities.server.ts'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import { providerNames } from '#app/features/accounts/schema.ts'
import { renewSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { DiscordSignIn } from '#app/http/sign-in/discord-strategy.server.ts'
import { withHeaders } from '#app/http/api/endpoint.server.ts'
import { GitHubSignIn } from '#app/http/sign-in/github-strategy.server.ts'
import {
  type ProviderClient,
  createProviderClient,
  newVerifier,
  ProviderUnavailable,
} from '#app/http/sign-in/strategy.server.ts'
import { sessionCookie, startSession } from '#app/http/auth/session-cookie.server.ts'
import {
  checkPendingSignIn,
  clearPendingSignIn,
  setPendingSignIn,
  readPendingSignIn,
  sessionOf,
  type PendingSignIn,
} from '#app/http/sign-in/sign-in-cookie.server.ts'
import type { Provider } from '#app/platform/config/providers.ts'

/** How long a provider may take for all that we ask it, in milliseconds. */
const PROVIDER_TIMEOUT_MS = 8_000

/** No longer address is kept over the hops: a cookie holds 4,096 bytes. */
const MAX_REDIRECT_LENGTH = 2_000

type Settings = { verifier: string; ask: ProviderClient }

/** The strategies only prove who somebody is at a provider: whose account that is, and the session, are ours. */
function createAuthenticator({ config, secrets }: Context, provider: Provider, settings: Settings) {
  const client = config.providers[provider]
  if (!client) {
    const message = `Signing in with ${providerNames[provider]} is not set up here.`
    throw new TryLater('unavailable', message, 3600)
  }
  const callback = `${config.siteUrl}/api/auth/${provider}/callback`
  const options = { client, callback, ...settings }
  return new Authenticator<Profile>().use(
    provider === 'github'
      ? new GitHubSignIn(options)
      : new DiscordSignIn({ ...options, secret: secrets.pepper }),
    provider,
  )
}

/** Leads to the provider, and binds the sign-in to this browser and to whoever is signed in here. */
export async function beginSignIn(
  ctx: Context,
  { request, context }: LoaderFunctionArgs,
  provider: Provider,
  redirectTo: string | undefined,
) {
  const verifier = newVerifier()
  const strategies = createAuthenticator(ctx, provider, {
    verifier,
    ask: createProviderClient(PROVIDER_TIMEOUT_MS),
  })
  // A link on another site must not sign anybody in: here the visitor has to press the button themselves.
  if (request.headers.get('Sec-Fetch-Site') === 'cross-site')
    return withHeaders(null, {
      Location: `/login?${new URLSearchParams({ redirect_to: redirectTo ?? '/profile' })}`,
    })
  // A `state` or an `error` in the address would make the strategies believe that this is the way back.
  const plain = new Request(`${ctx.config.siteUrl}/api/auth/${provider}`, { signal: request.signal })
  const hop = await strategies.authenticate(provider, plain).catch((thrown: unknown) => thrown)
  if (!(hop instanceof Response)) throw hop
  const location = hop.headers.get('Location')!
  const cookie = setPendingSignIn(ctx, provider, context.facts.secure, {
    state: new URL(location).searchParams.get('state')!,
    verifier,
    cookie: hop.headers.getSetCookie()[0]!.split(';')[0]!,
    redirectTo: encodeHeader(redirectTo),
    session: sessionOf(ctx),
  })
  return withHeaders(null, { Location: location, 'Set-Cookie': cookie })
}

/** A header holds ASCII only. */
function encodeHeader(path: string | undefined): string | null {
  const encoded = path?.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
  return encoded && encoded.length <= MAX_REDIRECT_LENGTH ? encoded : null
}

/**
 * Ends a sign-in: asks the provider who came back, and leads on with a new session. A refusal leads to `/login`, and for
 * somebody who is signed in to `/profile/security`, with its code. `patience` is for all that the provider is asked.
 */
export async function finishSignIn(
  ctx: Context,
  args: LoaderFunctionArgs,
  provider: Provider,
  patience = PROVIDER_TIMEOUT_MS,
) {
  const { request, context } = args
  const kept = readPendingSignIn(ctx, provider, request)
  const strategies = createAuthenticator(ctx, provider, {
    verifier: kept?.verifier ?? '',
    ask: createProviderClient(patience),
  })
  // HEAD changes nothing: the code stays good for the visit that follows.
  if (request.method === 'HEAD') return withHeaders(null, { Location: '/login' })
  const dropped = clearPendingSignIn(provider, context.facts.secure)
  try {
    const query = new URL(request.url).searchParams
    // Readers of the address must agree on one value: a repeated one is not from the provider.
    if (['state', 'code', 'error'].some((name) => query.getAll(name).length > 1))
      throw new OAuthRefused('state')
    checkPendingSignIn(ctx, kept, query.get('state'))
    const profile = await ask(strategies, provider, request, kept)
    const { user, linked, proof } = await signInWithIdentity(ctx, profile)
    // To link is no proof of owning the account: the session stays as fresh as it was, under a new token.
    const session = linked
      ? await renewSession(ctx).then(({ token, seconds }) =>
          sessionCookie(token, seconds, context.facts.secure),
        )
      : await startSession(args, user.id, proof)
    return withHeaders(null, {
      Location: kept.redirectTo ?? '/profile',
      'Set-Cookie': [dropped, session],
    })
  } catch (error) {
    const refused = toOAuthRefused(error)
    if (refused instanceof ProviderUnavailable) {
      ctx.log.warn({ provider, reason: refused.reason }, 'a provider of sign-in does not answer as it should')
    }
    return withHeaders(null, { Location: redirectAfter(ctx, refused, kept), 'Set-Cookie': dropped })
  }
}

/** Has the strategy ask the provider, with the cookie that it set when the sign-in began. */
async function ask(
  strategies: Authenticator<Profile>,
  provider: Provider,
  request: Request,
  { cookie }: PendingSignIn,
): Promise<Profile> {
  const { search, searchParams } = new URL(request.url)
  const error = searchParams.get('error')
  if (error === 'access_denied') throw new OAuthRefused('denied')
  if (error !== null || !searchParams.get('code'))
    throw new ProviderUnavailable('it leads back without a code')
  const answer = new URL(`/api/auth/${provider}/callback${search}`, request.url)
  return strategies.authenticate(provider, new Request(answer, { headers: { Cookie: cookie } }))
}

/** Whoever is gone or was signed out while the provider was asked has to begin anew. Anything else is a fault of ours. */
function toOAuthRefused(error: unknown): OAuthRefused {
  if (error instanceof OAuthRefused) return error
  if (error instanceof Refusal && error.code === 'unauthorized') return new OAuthRefused('state')
  throw error
}

function redirectAfter(ctx: Context, { code }: OAuthRefused, kept: PendingSignIn | null): string {
  if (sessionOf(ctx)) return `/profile/security?error=${code}`
  const query = new URLSearchParams({ error: code })
  if (kept?.redirectTo) query.set('redirect_to', kept.redirectTo)
  return `/login?${query}`
}
