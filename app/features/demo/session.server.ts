import { randomBytes } from 'node:crypto'
import { isReadOnly, type Actor } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { Conflict, NotFound, TryLater } from '#app/errors.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { isDemoReady } from '#app/features/demo/refresh.server.ts'
import { equalHashes, hashToken } from '#app/platform/security/tokens.server.ts'

/** Lifetime of a demo session, in seconds. */
export const DEMO_SESSION_SECONDS = 60 * 60

type SigningApp = Pick<App, 'config' | 'secrets' | 'now'>

/**
 * Starts a demo session and returns its token. Throws `NotFound` if the demo is off, `Conflict` if the visitor is
 * signed in, and `TryLater` until the demo guild has data. Public.
 */
export async function openDemo(ctx: Context): Promise<string> {
  if (!ctx.config.demo) throw demoOffError()
  if (ctx.actor.kind === 'user' && !isReadOnly(ctx.actor))
    throw new Conflict(`You are signed in as ${ctx.actor.name}. Sign out before you open the demo.`)
  if (!(await isDemoReady(ctx)))
    throw new TryLater('unavailable', 'The demo is being prepared. Try again in a minute.', 60)
  return newDemoToken(ctx)
}

/** Creates the error for the demo URL if the demo is off. */
export const demoOffError = () => new NotFound('There is nothing at this URL.')

/**
 * Creates the token of a demo session. The token contains the whole session, so visitors cannot fill a table, and every
 * instance accepts the token.
 */
function newDemoToken(app: SigningApp): string {
  const expires = Math.floor(app.now().getTime() / 1000) + DEMO_SESSION_SECONDS
  const head = `demo.${expires}.${randomBytes(12).toString('base64url')}`
  return `${head}.${signatureOf(app, head)}`
}

/**
 * Returns the actor of a demo session. Returns null for other tokens, for expired tokens, and if the demo is off. The
 * actor has no account, so no row can refer to it.
 */
export function actorOfDemo(app: SigningApp, token: string | null): Actor | null {
  const [, head, expires, id, signature] =
    /^(demo\.(\d{10})\.([\w-]{16}))\.([0-9a-f]{64})$/.exec(token ?? '') ?? []
  if (!app.config.demo || !head || !signature) return null
  if (!equalHashes(signature, signatureOf(app, head))) return null
  const remaining = Number(expires) - app.now().getTime() / 1000
  // A corrected clock must not extend a session beyond its lifetime.
  if (remaining <= 0 || remaining > DEMO_SESSION_SECONDS) return null
  return {
    kind: 'user',
    userId: 'demo',
    role: 'member',
    name: 'Demo visitor',
    theme: 'system',
    sessionId: `demo.${id}`,
    guildIds: [DEMO_GUILD.id],
    readOnly: true,
  }
}

const signatureOf = (app: SigningApp, head: string) => hashToken(app, `demo session ${head}`)
