import { createCookieSessionStorage } from '@remix-run/node'
import { Strategy } from 'remix-auth/strategy'
import { DiscordStrategy, type DiscordExtraParams, type DiscordProfile } from 'remix-auth-discord'
import { z } from 'zod'
import { MAX_FOUND } from '#app/features/claims/schema.ts'
import { permissionBits } from '#app/features/directory/permissions.ts'
import type { Profile } from '#app/features/accounts/sign-in/identities.server.ts'
import { codeChallenge, discordAvatarUrl, type StrategyOptions } from '#app/http/sign-in/strategy.server.ts'
import { cleanName } from '#app/primitives/clean-name.ts'

const token = z.object({ access_token: z.string().min(1), token_type: z.string() })

const account = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string().min(1).max(100),
  discriminator: z.string().default('0'),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().optional(),
})

const guilds = z
  .array(
    z.object({
      id: z.string().regex(/^\d{17,20}$/),
      name: z.string().max(100),
      owner: z.boolean().default(false),
      permissions: z.string().regex(/^\d{1,20}$/),
    }),
  )
  .max(MAX_FOUND)

const MANAGE = permissionBits.ADMINISTRATOR | permissionBits.MANAGE_GUILD
const manages = ({ owner, permissions }: z.output<typeof guilds>[number]) =>
  owner || (BigInt(permissions) & MANAGE) !== 0n

/** Adapts the Discord package, which is for remix-auth 3, to remix-auth 4. */
export class DiscordSignIn extends Strategy<Profile, Profile> {
  override name = 'discord'
  readonly #inner: PkceStrategy
  readonly #storage

  constructor(options: StrategyOptions) {
    super(async (profile) => profile)
    this.#inner = new PkceStrategy(options)
    this.#storage = createCookieSessionStorage({
      cookie: { name: 'discord', path: '/', httpOnly: true, sameSite: 'lax', secrets: [options.secret] },
    })
  }

  override async authenticate(request: Request): Promise<Profile> {
    const profile = await this.#inner
      .authenticate(request, this.#storage, {
        name: this.name,
        sessionKey: 'profile',
        sessionErrorKey: 'error',
        sessionStrategyKey: 'strategy',
        throwOnError: true,
      })
      .catch((error: unknown) => {
        // remix-auth 3, which the Discord package uses, wraps errors, but callers need the cause.
        throw error instanceof Error && error.cause ? error.cause : error
      })
    return this.verify(profile)
  }
}

/** Discord strategy with PKCE in both steps and validated responses. */
class PkceStrategy extends DiscordStrategy<Profile> {
  #guilds: Profile['guilds']

  constructor(private readonly given: StrategyOptions) {
    const { client, callback } = given
    const options = { clientID: client.id, clientSecret: client.secret, callbackURL: callback }
    super(
      { ...options, scope: ['identify', 'email', ...(given.withGuilds ? ['guilds' as const] : [])] },
      async ({ profile }) => ({
        ...profileOf(profile),
        ...(this.#guilds ? { guilds: this.#guilds } : {}),
      }),
    )
  }

  protected override authorizationParams(): URLSearchParams {
    return new URLSearchParams({ scope: this.scope, ...codeChallenge(this.given.verifier) })
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    const { client, verifier, ask } = this.given
    const body = new URLSearchParams(params)
    for (const [name, value] of [
      ['client_id', client.id],
      ['client_secret', client.secret],
      ['code', code],
      ['code_verifier', verifier],
    ] as const)
      body.set(name, value)
    const answer = await ask(this.tokenURL, { method: 'POST', body }, token)
    const extraParams: DiscordExtraParams = { expires_in: 604800, token_type: 'Bearer', scope: [] }
    return { accessToken: answer.access_token, refreshToken: '', extraParams }
  }

  protected override async userProfile(accessToken: string): Promise<DiscordProfile> {
    const init = { headers: { Authorization: `Bearer ${accessToken}` } }
    const {
      global_name = null,
      avatar = null,
      email = null,
      verified = false,
      ...rest
    } = await this.given.ask('https://discord.com/api/v10/users/@me', init, account)
    // The token is dropped with this strategy, after the list.
    if (this.given.withGuilds) {
      const listed = await this.given.ask('https://discord.com/api/v10/users/@me/guilds', init, guilds)
      this.#guilds = listed.filter(manages).map(({ id, name }) => ({ id, name: cleanName(name) || id }))
    }
    return {
      provider: 'discord',
      id: rest.id,
      displayName: global_name ?? rest.username,
      __json: { ...rest, global_name, avatar, email, verified },
    }
  }
}

const profileOf = ({ id, displayName, __json }: DiscordProfile): Profile => ({
  provider: 'discord',
  id,
  username: __json.username,
  name: displayName,
  email: __json.email ?? null,
  emailVerified: __json.verified ?? false,
  avatarUrl: discordAvatarUrl(id, __json.avatar),
})
