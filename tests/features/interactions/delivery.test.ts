import { delay, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDiscordClient } from '#app/platform/outside/discord.server.ts'
import { deliverDeferred, startDelivery } from '#app/features/interactions/delivery.server.ts'
import {
  after,
  deferredAnswerTester,
  shortTimeouts,
  replies,
} from '#tests/support/discord/deferred-answers.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { botEnv } from '#tests/mocks/discord-rest.ts'

const patient = { timeout: 10_000 }
const troubles = {
  down: replies(500),
  slow: async () => (await delay(2_000), HttpResponse.json({})),
  network: () => HttpResponse.error(),
}

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  const { world, forget, deferred, deliver, given, troubled, waiting } = deferredAnswerTester(() => it)
  beforeAll(async () => {
    world.listen({ onUnhandledRequest: 'error' })
    it = await openTestApp(engine, botEnv)
    it.app.discord = createDiscordClient(it.app.config, shortTimeouts)
  })
  afterEach(forget)
  afterAll(async () => {
    world.close()
    await it.close()
  })

  test('of many who deliver at once, one does', async () => {
    const { token } = await deferred()
    await Promise.all([deliver(), deliver(), deliver()])
    expect(given(token)).toHaveLength(1)
  })

  test('what Discord asks to wait for is waited for', async () => {
    const { asked } = await deferred()
    const seen = troubled(replies(429, { retry_after: 7, global: false }, { 'Retry-After': '7' }))
    await deliver()
    const { due_at } = (await waiting(asked.id))!
    expect([due_at >= after(7), due_at <= after(9)]).toEqual([true, true])
    it.at(after(6))
    await deliver()
    expect(seen.calls).toBe(1)
  })

  test.each(['down', 'slow', 'network'] as const)(
    'a delivery to a failing Discord is retried ever later until it succeeds: %s',
    async (kind) => {
      const { asked, token } = await deferred()
      troubled(troubles[kind])
      let clock = 0
      for (const pause of kind === 'slow' ? [1] : [1, 2, 5, 15, 60, 60]) {
        it.at(after(clock))
        await deliver()
        expect((await waiting(asked.id))!.due_at).toBe(after((clock += pause)))
      }
      world.resetHandlers()
      it.at(after(clock))
      await deliver()
      expect([given(token).length, await waiting(asked.id)]).toEqual([1, undefined])
    },
  )

  test('where Discord stays down it is given up when the token is dead', async () => {
    const { asked } = await deferred()
    troubled(replies(500))
    it.at(after(899.5))
    await deliver()
    expect(await waiting(asked.id)).toBeUndefined()
  })

  test.each([401, 403, 400])('after %s there is nothing more to try', async (status) => {
    const { asked } = await deferred()
    const seen = troubled(replies(status, { message: 'no', code: 0 }))
    await deliver()
    expect([seen.calls, await waiting(asked.id)]).toEqual([1, undefined])
  })

  test('a 404 is believed once Discord must have our first answer', async () => {
    const { asked } = await deferred()
    troubled(replies(404, { message: 'Unknown Webhook', code: 10015 }))
    await deliver()
    expect((await waiting(asked.id))!.due_at).toBe(after(1))
    it.at(after(5))
    await deliver()
    expect(await waiting(asked.id)).toBeUndefined()
  })

  test('nothing is tried once the token is dead', async () => {
    const { asked } = await deferred()
    const seen = troubled(replies(200))
    it.at(after(900))
    await deliver()
    expect([seen.calls, await waiting(asked.id)]).toEqual([0, undefined])
  })

  test('what a process held that died is given by another', async () => {
    const { asked, token } = await deferred()
    const dying = { ...it.ctx(), discord: { ...it.app.discord, request: () => new Promise<never>(() => {}) } }
    void deliverDeferred(dying)
    await expect.poll(async () => (await waiting(asked.id))?.attempts, patient).toBe(1)
    await deliver()
    expect(given(token)).toEqual([])
    it.at(after(60))
    await deliver()
    expect(given(token)).toHaveLength(1)
  })

  test('the worker gives what waits at its start, what a signal tells of, and stops', async () => {
    const first = await deferred()
    const stop = startDelivery(it.app)
    await expect.poll(() => given(first.token), patient).toHaveLength(1)
    const second = await deferred()
    await expect.poll(() => given(second.token), patient).toHaveLength(1)
    await stop()
    const third = await deferred()
    expect(await waiting(third.asked.id)).toBeDefined()
    await deliver()
  })
})
