import type { Call, Reply, Route } from '#tests/mocks/fake-discord-rest.ts'
import type { FakeGuild } from '#tests/mocks/fake-discord-world.ts'

/** The switches of the privileged intents, which are all that a bot may change of its flags. */
const LIMITED = (1 << 13) | (1 << 15) | (1 << 19)

/** The application of the bot: what `/applications/@me` says of it, and what a bot may change there. */
export function fakeApplication(id: string, guilds: Map<string, FakeGuild>) {
  const state = {
    name: 'Signpost test bot',
    icon: null as string | null,
    flags: 0,
    endpoint: null as string | null,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: 'ab'.repeat(32),
  }
  const described = () => {
    const { flags, endpoint, ...rest } = state
    const counts = { approximate_guild_count: guilds.size }
    return { id, ...rest, flags, flags_new: String(flags), interactions_endpoint_url: endpoint, ...counts }
  }
  const change = (_: string[], { body }: Call): Reply => {
    if (typeof body?.flags === 'number') state.flags = (state.flags & ~LIMITED) | (body.flags & LIMITED)
    if (body && 'interactions_endpoint_url' in body)
      state.endpoint = body.interactions_endpoint_url as string | null
    return { status: 200, body: described() }
  }
  const routes: Route[] = [
    ['GET', /^\/applications\/@me$/, () => ({ status: 200, body: described() })],
    ['PATCH', /^\/applications\/@me$/, change],
  ]
  return { state, routes }
}

/** What Discord says of an endpoint that did not answer its PING. */
export const endpointRefused: Reply = {
  status: 400,
  body: {
    code: 50035,
    message: 'Invalid Form Body',
    errors: {
      interactions_endpoint_url: {
        _errors: [
          {
            code: 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID',
            message: 'The specified interactions endpoint url could not be verified.',
          },
        ],
      },
    },
  },
}
