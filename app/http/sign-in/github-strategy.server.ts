import { GitHub, OAuth2Tokens } from 'arctic'
import { GitHubStrategy } from 'remix-auth-github'
import { z } from 'zod'
import type { Profile } from '#app/features/accounts/sign-in/identities.server.ts'
import {
  type ProviderClient,
  codeChallenge,
  httpsUrlOrNull,
  type StrategyOptions,
} from '#app/http/sign-in/strategy.server.ts'

const token = z.object({ access_token: z.string().min(1), token_type: z.string() })

const account = z.object({
  id: z.number().int().positive(),
  login: z.string().min(1).max(100),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})

const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub sign-in with PKCE in both steps. */
export class GitHubSignIn extends GitHubStrategy<Profile> {
  readonly #verifier: string

  constructor(options: StrategyOptions) {
    const { client, callback, verifier, ask } = options
    super(
      {
        clientId: client.id,
        clientSecret: client.secret,
        redirectURI: callback,
        scopes: ['read:user', 'user:email'],
      },
      ({ tokens }) => readProfile(ask, tokens.accessToken()),
    )
    this.#verifier = verifier
    this.client = new PkceClient(options)
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    return new URLSearchParams({ ...Object.fromEntries(params), ...codeChallenge(this.#verifier) })
  }
}

/** GitHub client with a code verifier and a timeout, which Arctic's client lacks. */
class PkceClient extends GitHub {
  constructor(private readonly given: StrategyOptions) {
    super(given.client.id, given.client.secret, given.callback)
  }

  override async validateAuthorizationCode(code: string): Promise<OAuth2Tokens> {
    const { client, callback, verifier, ask } = this.given
    const body = new URLSearchParams({
      client_id: client.id,
      client_secret: client.secret,
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    })
    // GitHub reports errors with status 200 and an `error` field.
    const url = 'https://github.com/login/oauth/access_token'
    return new OAuth2Tokens(await ask(url, { method: 'POST', body }, token))
  }
}

async function readProfile(ask: ProviderClient, accessToken: string): Promise<Profile> {
  const init = { headers: { Authorization: `Bearer ${accessToken}`, 'X-GitHub-Api-Version': '2022-11-28' } }
  const [person, addresses] = await Promise.all([
    ask('https://api.github.com/user', init, account),
    ask('https://api.github.com/user/emails?per_page=100', init, emails),
  ])
  const primary = addresses.find((one) => one.primary)
  return {
    provider: 'github',
    id: String(person.id),
    username: person.login,
    name: person.name ?? person.login,
    email: primary?.email ?? null,
    emailVerified: primary?.verified ?? false,
    avatarUrl: httpsUrlOrNull(person.avatar_url),
  }
}
