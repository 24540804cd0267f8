import type { LoaderFunctionArgs } from '@remix-run/node'
import { START } from '#app/features/accounts/schema.ts'
import { Authenticator } from 'remix-auth'
import type { Strategy } from 'remix-auth/strategy'
import type { Context } from '#app/context.server.ts'
import { Refusal, TryLater } from '#app/errors.ts'
import { signInWithIdentity, type Profile } from '#app/features/accounts/sign-in/identities.server.ts'
import { storeFound } from '#app/features/claims/claims.server.ts'
import { OAuthRefused } from '#app/features/accounts/sign-in/oauth.ts'
import { renewSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { DiscordSignIn } from '#app/http/sign-in/discord-strategy.server.ts'
import { withHeaders } from '#app/http/api/endpoint.server.ts'
import { GitHubSignIn } from '#app/http/sign-in/github-strategy.server.ts'
import {
  type ProviderClient,
  createProviderClient,
  newVerifier,
  ProviderUnavailable,
  type StrategyOptions,
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
import { providerNames, type Provider } from '#app/platform/config/providers.ts'

/** Total timeout for all requests to a provider, in milliseconds. */
const PROVIDER_TIMEOUT_MS = 8_000

/** Maximum length of a redirect path in the cookie, which is limited to 4,096 bytes. */
const MAX_REDIRECT_LENGTH = 2_000

const strategies: Record<Provider, new (options: StrategyOptions) => Strategy<Profile, never>> = {
  github: GitHubSignIn,
  discord: DiscordSignIn,
}

type Settings = { verifier: string; ask: ProviderClient; withGuilds: boolean }

/**
 * Creates the authenticator. Strategies only verify an identity with a provider. This module handles accounts and
 * sessions.
 */
function createAuthenticator({ config, secrets }: Context, provider: Provider, settings: Settings) {
  const client = config.providers[provider]
  if (!client) {
    const message = `Sign-in with ${providerNames[provider]} is not configured.`
    throw new TryLater('unavailable', message, 3600)
  }
  const callback = `${config.siteUrl}/api/auth/${provider}/callback`
  const options = { client, callback, secret: secrets.pepper, ...settings }
  return new Authenticator<Profile>().use(new strategies[provider](options), provider)
}

/** Returns the provider named in a request's path. */
const providerOf = ({ url }: Request) => new URL(url).pathname.split('/')[3] as Provider

/** Redirects to the provider and binds the sign-in to this browser and its current session. */
export async function beginSignIn(
  ctx: Context,
  { request, context }: LoaderFunctionArgs,
  { redirect_to: redirectTo, guilds }: { redirect_to?: string | undefined; guilds?: 'true' | undefined },
) {
  const provider = providerOf(request)
  const verifier = newVerifier()
  const strategies = createAuthenticator(ctx, provider, {
    verifier,
    ask: createProviderClient(PROVIDER_TIMEOUT_MS),
    withGuilds: guilds === 'true',
  })
  // A link on another site must not start a sign-in, so the visitor has to press the button on this site.
  if (request.headers.get('Sec-Fetch-Site') === 'cross-site')
    return withHeaders(null, {
      Location: `/login?${new URLSearchParams({ redirect_to: redirectTo ?? START })}`,
    })
  // A `state` or `error` parameter would make the strategies treat this as the callback.
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
    withGuilds: guilds === 'true',
  })
  return withHeaders(null, { Location: location, 'Set-Cookie': cookie })
}

/** Percent-encodes a path, because headers are limited to ASCII. Returns null if the path is too long. */
function encodeHeader(path: string | undefined): string | null {
  const encoded = path?.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
  return encoded && encoded.length <= MAX_REDIRECT_LENGTH ? encoded : null
}

/**
 * Completes a sign-in with a provider and redirects with a new session. Errors redirect to `/login`, or to
 * `/profile/security` for signed-in users, with the error code. `patience` is the total timeout.
 */
export async function finishSignIn(ctx: Context, args: LoaderFunctionArgs, patience = PROVIDER_TIMEOUT_MS) {
  const { request, context } = args
  const provider = providerOf(request)
  const kept = readPendingSignIn(ctx, provider, request)
  const strategies = createAuthenticator(ctx, provider, {
    verifier: kept?.verifier ?? '',
    ask: createProviderClient(patience),
    withGuilds: kept?.withGuilds ?? false,
  })
  // HEAD must not consume the code.
  if (request.method === 'HEAD') return withHeaders(null, { Location: '/login' })
  const dropped = clearPendingSignIn(provider, context.facts.secure)
  try {
    const query = new URL(request.url).searchParams
    // Repeated parameters are ambiguous and do not come from the provider.
    if (['state', 'code', 'error'].some((name) => query.getAll(name).length > 1))
      throw new OAuthRefused('state')
    checkPendingSignIn(ctx, kept, query.get('state'))
    const profile = await ask(strategies, provider, request, kept)
    const { user, linked, proof } = await signInWithIdentity(ctx, profile)
    if (profile.guilds) await storeFound(ctx, user.id, profile.guilds)
    // Linking does not prove ownership of the account, so the session is renewed without a new proof.
    const session = linked
      ? await renewSession(ctx).then(({ token, seconds }) =>
          sessionCookie(token, seconds, context.facts.secure),
        )
      : await startSession(args, user.id, proof)
    return withHeaders(null, {
      Location: kept.redirectTo ?? START,
      'Set-Cookie': [dropped, session],
    })
  } catch (error) {
    const refused = toOAuthRefused(error)
    if (refused instanceof ProviderUnavailable) {
      ctx.log.warn({ provider, reason: refused.reason }, 'a sign-in provider failed')
    }
    return withHeaders(null, { Location: redirectAfter(ctx, refused, kept), 'Set-Cookie': dropped })
  }
}

/** Runs the strategy with the cookie from the start of the sign-in. */
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
    throw new ProviderUnavailable('it redirected back without a code')
  const answer = new URL(`/api/auth/${provider}/callback${search}`, request.url)
  return strategies.authenticate(provider, new Request(answer, { headers: { Cookie: cookie } }))
}

/**
 * Converts the error to a refusal if the account was deleted or signed out in the meantime. Throws all other errors.
 */
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
