import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDiscordClient } from '#app/platform/outside/discord.server.ts'
import { finishDeferred } from '#app/features/interactions/deferred.server.ts'
import { responseTypes, EPHEMERAL, type Interaction } from '#app/features/interactions/schema.ts'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import {
  after,
  deferredAnswerTester,
  shortTimeouts,
  replies,
} from '#tests/support/discord/deferred-answers.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aWrittenCommand, openTestApp, runner, type TestApp } from '#tests/support/factories.ts'
import { botEnv } from '#tests/mocks/discord-rest.ts'
import { APPLICATION, used } from '#tests/support/discord/payloads.ts'

const dm = { type: 'SEND_DM' as const, config: { content: 'For {user.name}' }, condition: null }

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
  const { answer, usesOf, eventsOf } = interactionTester(() => it)
  const jobsOf = (guild: string) =>
    it.app.db.selectFrom('jobs').selectAll().where('guild_id', '=', guild).execute()
  const runOf = (guild: string) =>
    it.app.db.selectFrom('runs').selectAll().where('guild_id', '=', guild).executeTakeFirstOrThrow()
  const finish = (
    { guild_id, id }: Interaction,
    outcome: Parameters<typeof finishDeferred>[1]['outcome'] = { status: 'succeeded' },
  ) => finishDeferred(it.ctx(runner()), { guildId: guild_id!, interactionId: id, outcome })

  test('a command that defers shows that something is on its way, and then says it', async () => {
    const { asked, token, first } = await deferred({
      defer: true,
      ephemeral: true,
      response: { content: 'Hi {user.name}' },
    })
    expect(first).toEqual({ type: responseTypes.deferred, data: { flags: EPHEMERAL } })
    const row = (await waiting(asked.id))!
    expect(row).toMatchObject({ application_id: APPLICATION, ready: 1, run_id: null, expires_at: after(900) })
    expect(JSON.stringify(row)).not.toContain(token)
    await deliver()
    expect(given(token).map(({ body }) => body)).toEqual([
      { content: 'Hi Ada', allowed_mentions: { parse: [] } },
    ])
    expect(given(token)[0]!.path).toBe(`/api/v10/webhooks/${APPLICATION}/${token}/messages/@original`)
    expect(await waiting(asked.id)).toBeUndefined()
  })

  test('actions become a run with the interaction’s id, and the response waits for it', async () => {
    const { guild, command, asked, token, first } = await deferred({
      actions: [dm],
      response: { content: 'It is done.' },
    })
    expect(first).toEqual({ type: responseTypes.deferred })
    expect(await answer(asked)).toEqual(first)
    const [job, ...others] = await jobsOf(guild)
    expect(others).toEqual([])
    expect(job).toMatchObject({ type: 'SEND_DM', state: 'queued', priority: 10, deadline_at: after(900) })
    expect(JSON.parse(job!.payload)).toMatchObject({
      source: { kind: 'command', id: command.id, name: 'hello', step: 0 },
      event: { id: asked.id, type: 'COMMAND_USE' },
      config: { content: 'For Ada', user_id: '800000000000000001' },
    })
    expect(await runOf(guild)).toMatchObject({
      command_id: command.id,
      event_id: asked.id,
      outcome: 'running',
    })
    await deliver()
    expect(given(token).map(({ body }) => body)).toEqual([])
    expect([await finish(asked), await finish(asked)]).toEqual([true, false])
    await deliver()
    expect(given(token).map(({ body }) => body)).toEqual([
      { content: 'It is done.', allowed_mentions: { parse: [] } },
    ])
    expect(await finish(asked)).toBe(false)
  })

  test('an id that another guild’s runner used first has all its effects', async () => {
    const planted = await deferred({ actions: [dm] })
    const { id: guild } = await aGuild(it)
    const command = await aWrittenCommand(it, guild, { actions: [dm], response: { content: 'It is done.' } })
    const asked = { ...used(guild), id: planted.asked.id }
    expect([await answer(asked), await answer(asked)]).toEqual(Array(2).fill(planted.first))
    expect([await usesOf(command.id), (await jobsOf(guild)).length, (await eventsOf(guild)).length]).toEqual([
      1, 1, 1,
    ])
    expect([await finish(asked), await finish(asked)]).toEqual([true, false])
    await deliver()
    expect(given(asked.token!).map(({ body }) => body)).toMatchObject([{ content: 'It is done.' }])
    expect([given(planted.token), await finish(planted.asked)]).toEqual([[], true])
  })

  test('only actions whose condition holds run, and with none the response comes at once', async () => {
    const holds = { field: 'actor.name', op: 'eq' as const, value: 'Ada' }
    const fails = { ...holds, value: 'Bob' }
    const both = await deferred({
      actions: [
        { ...dm, condition: fails },
        { ...dm, condition: holds, config: { content: 'B' } },
      ],
    })
    expect(JSON.parse((await runOf(both.guild)).steps)).toMatchObject([
      { type: 'SEND_DM', input: { content: 'B' } },
    ])
    const only = { type: 'action_only' as const }
    const none = await deferred({ response: only, actions: [{ ...dm, condition: fails }] })
    expect(none.first).toMatchObject({
      type: responseTypes.message,
      data: { content: expect.stringMatching(/has no response/), flags: EPHEMERAL },
    })
    expect([await jobsOf(none.guild), await waiting(none.asked.id)]).toEqual([[], undefined])
    const acts = await deferred({ response: only, actions: [dm] })
    expect(acts.first).toEqual({ type: responseTypes.deferred, data: { flags: EPHEMERAL } })
    await finish(acts.asked)
    await deliver()
    expect(given(acts.token).map(({ body }) => body)).toMatchObject([{ content: 'Done.' }])
  })

  test('actions that failed are told with their reason', async () => {
    const { asked, token } = await deferred({ actions: [dm], response: { content: 'It is done.' } })
    await finish(asked, { status: 'failed', reason: 'Ada takes no messages.' })
    await deliver()
    expect(given(token).map(({ body }) => body)).toEqual([
      { content: 'The command failed: Ada takes no messages.', allowed_mentions: { parse: [] } },
    ])
  })

  test('a minute before the token expires, the response says that actions are unfinished', async () => {
    const { asked, token } = await deferred({ actions: [dm] })
    it.at(after(839))
    await deliver()
    expect(given(token).map(({ body }) => body)).toEqual([])
    it.at(after(840))
    await deliver()
    expect(given(token).map(({ body }) => body)).toMatchObject([
      { content: expect.stringMatching(/not finished/) },
    ])
    expect(await finish(asked)).toBe(false)
  })

  test('an outcome that comes while it is being said that there is none changes nothing', async () => {
    const { asked } = await deferred({ actions: [dm] })
    it.at(after(850))
    troubled(replies(500))
    await deliver()
    expect(await finish(asked)).toBe(false)
    expect((await waiting(asked.id))!.message).toMatch(/not finished/)
  })

  test('only those who run jobs say what became of them', async () => {
    const { asked } = await deferred({ actions: [dm] })
    const refused = finishDeferred(it.ctx({ kind: 'discord' }), {
      guildId: asked.guild_id!,
      interactionId: asked.id,
      outcome: { status: 'succeeded' },
    })
    await expect(refused).rejects.toMatchObject({ status: 403 })
  })
})
