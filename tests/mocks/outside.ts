import { setupServer } from 'msw/node'
import { discordRest } from '#tests/mocks/discord-rest.ts'
import { providerHandlers } from '#tests/mocks/providers.ts'
import { turnstile } from '#tests/mocks/turnstile.ts'

/** A guild that the bot is not in. */
export const CLOSED_GUILD = '700000000000000007'

/**
 * Everything outside that signs people in, what checks that they are no robots, and Discord as the bot knows it. Whatever
 * else is asked is an error.
 */
export const outside = setupServer(
  ...providerHandlers,
  ...turnstile,
  ...discordRest({ closed: [CLOSED_GUILD] }).handlers,
)
export const listen = () =>
  outside.listen({
    onUnhandledRequest({ url }, print) {
      // The fake Discord of a test, which listens on this machine.
      if (new URL(url).hostname !== '127.0.0.1') print.error()
    },
  })
