import { setupServer } from 'msw/node'
import { discord } from '#tests/mocks/discord.ts'
import { github } from '#tests/mocks/github.ts'

/** Everything outside that signs people in. Whatever else is asked is an error. */
export const outside = setupServer(...github, ...discord)
export const listen = () => outside.listen({ onUnhandledRequest: 'error' })
