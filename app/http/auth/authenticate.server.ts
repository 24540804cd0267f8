import {
  allowAnyGuild,
  isReadOnly,
  keyActorFor,
  readOnlyError,
  type Actor,
  type KeyActor,
} from '#app/access.ts'
import { contextFor, type LoadContext } from '#app/context.server.ts'
import { Refusal, TryLater, Unauthorized } from '#app/errors.ts'
import { logout, readSession } from '#app/features/accounts/operations.ts'
import { actorOfSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { withCheckedClaims } from '#app/features/claims/claims.server.ts'
import { actorOfDemo } from '#app/features/demo/session.server.ts'
import { actorOfKey } from '#app/features/keys/keys.server.ts'
import { keyReader } from '#app/features/readers/reader.ts'
import { bearerToken } from '#app/http/auth/bearer.ts'
import { rateLimits, type LimitName } from '#app/platform/security/rate-limits.ts'
import { tooManyRequests } from '#app/platform/security/rate-limiter.server.ts'
import { limitAddress } from '#app/http/protocol/request-info.server.ts'
import { sessionCookie, sessionToken } from '#app/http/auth/session-cookie.server.ts'
import { acceptsApiKey, acceptsSession, type Operation } from '#app/operations/operation.ts'

/** Operations without a permission that demo sessions can use. Signing in with a provider is not one of them. */
const demoOperations: ReadonlySet<string> = new Set([readSession.id, logout.id])

/** Authenticates the caller by the methods that the operation accepts, and counts the call against its limit. */
export async function authenticate(
  context: LoadContext,
  operation: Operation,
  request: Request,
): Promise<Actor> {
  const { access, limit } = operation
  if (acceptsApiKey(access)) return keyActorFor(await authenticateKey(context, limit, request), access)
  const actor: Actor = acceptsSession(access) ? await sessionActor(context, request) : { kind: 'anonymous' }
  if (limit) await consumeLimit(context, limit, actor)
  if (typeof access === 'object') allowAnyGuild({ actor }, access.session)
  else if (isReadOnly(actor) && !demoOperations.has(operation.id)) throw readOnlyError()
  return actor
}

/**
 * Returns the actor for the session cookie. A cookie renewed in this request takes precedence, because one request can
 * run an action and then a loader.
 */
export async function sessionActor(context: LoadContext, request: Request): Promise<Actor> {
  const { app, facts } = context
  const token = sessionToken(facts.renewed) ?? sessionToken(request.headers.get('Cookie'))
  const visitor = actorOfDemo(app, token)
  if (visitor) return visitor
  const actor = await actorOfSession(app, token, (next, seconds) => {
    facts.renewed = sessionCookie(next, seconds, facts.secure)
  })
  // Every request of a claimed manager passes here, and `allow` refuses what was not checked.
  return withCheckedClaims(contextFor(app, { kind: 'system' }), actor, {
    guildId: guildIn(request),
    isWrite: request.method !== 'GET' && request.method !== 'HEAD',
  })
}

/** Returns the guild id in the path of a request, if any. Requests that manage claims have none. */
const guildIn = ({ url }: Request) =>
  /^\/(?:api|admin)\/(?:guilds|stats)\/(\d{17,20})(?=[/.]|$)/.exec(new URL(url).pathname)?.[1] ?? null

/**
 * Counts one use and reports the remaining allowance in the response. Throws `TryLater` if the client exceeds the
 * limit.
 */
export async function consumeLimit(
  { app, facts }: LoadContext,
  name: LimitName,
  actor: Actor,
): Promise<void> {
  const { per } = rateLimits[name]
  const address = limitAddress(facts.address)
  const counted: [LimitName, string] =
    per === 'key' && actor.kind === 'key'
      ? [name, actor.keyId]
      : // All demo visitors share one user id, so requests are counted by network address.
        per === 'user' && actor.kind === 'user' && !isReadOnly(actor)
        ? [name, actor.userId]
        : [per === 'address' || isReadOnly(actor) ? name : 'api_anonymous', address]
  const allowance = await app.rateLimiter.consume(...counted)
  if (!allowance) return
  facts.allowance = allowance
  if (!allowance.refused) return
  if (name === 'login') app.refusalCounter.note('sign_in', facts.address)
  throw tooManyRequests(allowance)
}

/**
 * Runs a sign-in that was counted as `login`. Successes, pauses and outages are counted as `api_anonymous` instead.
 * Above the `api_anonymous` limit, the sign-in also remains counted as `login`.
 */
export async function countFailuresOnly<T>({ app, facts }: LoadContext, work: () => Promise<T>): Promise<T> {
  const giveBack = async () => {
    const address = limitAddress(facts.address)
    const flood = await app.rateLimiter.consume('api_anonymous', address)
    if (flood && !flood.refused)
      facts.allowance = (await app.rateLimiter.refund('login', address)) ?? facts.allowance
  }
  try {
    const result = await work()
    await giveBack()
    return result
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof TryLater) await giveBack()
    throw error
  }
}

/**
 * Authenticates an API key and counts the call against a limit. Failed attempts count against the network address, which
 * prevents guessing.
 */
export async function authenticateKey(
  context: LoadContext,
  limit: LimitName | null,
  request: Request,
): Promise<KeyActor> {
  let actor: KeyActor
  try {
    actor = await actorOfKey(context.app, bearer(request), context.facts.address)
  } catch (error) {
    // A key from a foreign network is refused like a wrong key, because it may have leaked.
    const isForeign = error instanceof Refusal && error.code === 'network_not_allowed'
    if (error instanceof Unauthorized || isForeign) {
      if (isForeign || error.code === 'invalid_token')
        context.app.refusalCounter.note('key', context.facts.address)
      await consumeLimit(context, 'api_anonymous', { kind: 'anonymous' })
    }
    throw error
  }
  context.facts.reader = keyReader
  if (limit) await consumeLimit(context, limit, actor)
  return actor
}

function bearer(request: Request): string {
  const token = bearerToken(request.headers.get('Authorization'))
  if (!token) {
    throw new Unauthorized('unauthorized', 'Send an API key: Authorization: Bearer <key>.', {
      'WWW-Authenticate': 'Bearer realm="api"',
    })
  }
  return token
}
