import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { deliverDeferred } from '#app/features/interactions/delivery.server.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { aGuild, aWrittenCommand, NOON, type TestApp } from '#tests/support/factories.ts'
import { discordRest } from '#tests/mocks/discord-rest.ts'
import { used } from '#tests/support/discord/payloads.ts'

/** How quickly a call of Discord is given up in tests, in milliseconds. */
export const shortTimeouts = { attempt: 300, wait: 0, call: 1_000 }
export const after = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1000).toISOString()

/** Where an answer that was deferred is given. */
const address = 'https://discord.com/api/v10/webhooks/:application/:token/messages/@original'

/** A Discord that takes deferred answers, and what tests ask of an app that gives them. */
export function deferredAnswerTester(it: () => TestApp) {
  const rest = discordRest()
  const world = setupServer(...rest.handlers)
  return {
    world,
    forget() {
      world.resetHandlers()
      rest.asked.length = 0
      it().at(NOON)
    },
    deliver: () => deliverDeferred(it().ctx()),
    waiting: async (id: string) =>
      it()
        .app.db.selectFrom('deferred_answers')
        .selectAll()
        .where('interaction_id', '=', id)
        .executeTakeFirst(),
    /** What Discord was told in the place of an interaction’s answer. */
    given: (token: string) => rest.asked.filter(({ path }) => path.includes(token)),
    /** Somebody uses a command that answers later. */
    async deferred(over: Parameters<typeof aWrittenCommand>[2] = { defer: true }) {
      const { id: guild } = await aGuild(it())
      const command = await aWrittenCommand(it(), guild, over)
      const asked = used(guild)
      return { guild, command, asked, token: asked.token!, first: await interactionTester(it).answer(asked) }
    },
    /** Has every call fail like this from now on, and counts them. */
    troubled(trouble: () => Response | Promise<Response>) {
      const seen = { calls: 0 }
      world.use(http.patch(address, () => (seen.calls++, trouble())))
      return seen
    },
  }
}

/** An answer of Discord’s, made anew for each call. */
export const replies =
  (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  () =>
    HttpResponse.json(body, { status, headers })
