import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerForumPosts } from '#app/features/ask/forum.server.ts'
import { createPartBuffer } from '#app/features/directory/parts.ts'
import { recordDirectory } from '#app/features/directory/report.server.ts'
import { directoryMessages } from '#app/features/directory/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import type { Context } from '#app/context.server.ts'
import { cancelJob, replayJob } from '#app/features/jobs/cancel-replay.server.ts'
import { replayableJobs } from '#app/features/jobs/replayable.server.ts'
import { listJobs, readJob } from '#app/features/jobs/list.server.ts'
import { recordResults } from '#app/features/jobs/results.server.ts'
import { purgeJobs } from '#app/features/jobs/retention.server.ts'
import type { JobPayload } from '#app/features/jobs/schema.ts'
import { JobSource } from '#app/features/jobs/ui/describe-job.tsx'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { handleFrames } from '#app/http/runner/handlers.server.ts'
import { aModel, says, sends, type FakeModel } from '#tests/mocks/fake-model.ts'
import { asRunner, claimed, failure, jobNow, leaseOptions, reportOn } from '#tests/support/db/leasing.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  aPerson,
  aSnowflake,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { renderInRouter } from '#tests/support/render.tsx'

const TITLE = 'How do I back up the database?'
const TEXT = 'I would like to have a copy of it every night.'
const FORUM = '300000000000000015'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let withModel: TestApp
  let model: FakeModel
  beforeAll(async () => {
    model = await aModel()
    it = await openTestApp(engine, { RATE_LIMITS: 'on' })
    withModel = await openTestApp(engine, { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'fake' })
  })
  beforeEach(async () => {
    model.asked.length = 0
    it.at(NOON)
    await it.app.db.deleteFrom('jobs').execute()
  })
  afterAll(async () => {
    await it.close()
    await withModel.close()
    await model.close()
  })

  async function guildWithForum(app = it) {
    const { id } = await aGuild(app)
    await saveSettings(app.ctx(), { guildId: id, version: 0, settings: { ask_forum_channels: [FORUM] } })
    return id
  }
  type Over = Partial<GatewayEvent> & { title?: string; text?: string }
  function aPost(guild_id: string, { title = TITLE, text = TEXT, ...over }: Over = {}): GatewayEvent {
    const id = aSnowflake()
    const channel = { id, name: title }
    const target = { id, kind: 'message', name: '' }
    const data = { content: text, length: text.length, forum_id: FORUM }
    return anEvent({ guild_id, id, channel, target, data, actor: aPerson(aSnowflake()), ...over })
  }
  const report = async (events: GatewayEvent[], app = it) => {
    const frame = { op: 'events' as const, d: { batch_id: 'b', events } }
    const [ack] = await handleFrames(asRunner(app), 's', [frame])
    return ack!.op === 'ack' ? ack!.d.outcome : ack
  }
  const replies = async (app = it) => {
    const rows = await app.app.db.selectFrom('jobs').selectAll().orderBy('id').execute()
    return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as JobPayload }))
  }
  const contentOf = ({ payload }: { payload: JobPayload }) => (payload.config as { content: string }).content

  test('a post gets one reply with a quote and links, however often it is reported', async () => {
    const post = aPost(await guildWithForum())
    expect(await report([post])).toBe('recorded')
    expect(await report([post])).toBe('duplicate')
    expect(await report([{ ...post, id: 'again' }])).toBe('recorded')
    const [job, ...others] = await replies()
    expect(others).toEqual([])
    expect(job).toMatchObject({
      type: 'SEND_MESSAGE',
      guild_id: post.guild_id,
      idempotency_key: `ask ${post.id}`,
      run_id: null,
      run_at: NOON,
      payload: { config: { channel_id: post.id } },
    })
    expect(contentOf(job!)).toMatch(/^\*\*\[Backups: Back up the database\]\(<http/)
    expect(contentOf(job!)).toContain('\nOther pages:\n- [')
    expect(contentOf(job!).length).toBeLessThanOrEqual(2_000)
    expect(JSON.stringify(job!.payload)).not.toMatch(new RegExp(`every night|${post.actor!.id}`))
  })

  test('a post that is stored but not answered is answered when it is reported again', async () => {
    const post = aPost(await guildWithForum())
    await report([{ ...post, data: {} }])
    expect(await replies()).toEqual([])
    expect(await report([post])).toBe('duplicate')
    expect(await replies()).toHaveLength(1)
  })

  test('the title or the text can be the question, and other posts get no reply', async () => {
    const guild = await guildWithForum()
    const long = `Hello everyone, greetings from Norway. ${'My cat sleeps next to the warm stove. '.repeat(90)}`
    await report([
      aPost(guild, { text: long }),
      aPost(guild, { title: 'Question', text: TITLE }),
      aPost(guild, { title: '', text: TITLE }),
    ])
    expect((await replies()).map(contentOf)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('Back up the database')),
    )
    await report([
      aPost(guild, { title: 'Backup', text: long }),
      aPost(guild, { title: 'How do I cook pasta for ten people?', text: 'It is for my birthday.' }),
      aPost(guild, { title: 'hello', text: 'hi' }),
      aPost(guild, { text: ' \n ' }),
    ])
    expect(await replies()).toHaveLength(3)
  })

  test('only new posts of people in chosen forums are answered', async () => {
    const [guild, foreign] = [await guildWithForum(), (await aGuild(it)).id]
    const thread = aSnowflake()
    const bot = { ...aPerson(aSnowflake()), is_bot: true }
    const data = { content: TEXT, forum_id: FORUM }
    await report([
      aPost(foreign),
      aPost(guild, { actor: bot }),
      aPost(guild, { actor: null }),
      aPost(guild, { data: { ...data, self: true } }),
      aPost(guild, { data: { ...data, forum_id: aSnowflake() } }),
      aPost(guild, { data: { content: TEXT } }),
      aPost(guild, { data: { ...data, content: 7, forum_id: [FORUM] } }),
      aPost(guild, { channel: { id: thread, name: TITLE } }),
      aPost(guild, { target: null }),
      aPost(guild, {
        channel: { id: 'x', name: TITLE },
        target: { id: 'x', kind: 'message', name: '' },
      }),
      aPost(guild, { type: 'MESSAGE_UPDATE' }),
      aPost(guild, { occurred_at: '2026-11-20T11:59:59.000Z' }),
    ])
    expect(await replies()).toEqual([])
    await report([aPost(guild, { occurred_at: '2026-11-20T12:00:01.000Z' })])
    expect(await replies()).toHaveLength(1)
  })

  test('posts in ordinary channels, or in channels that are not forums, get no reply', async () => {
    const guild = await guildWithForum()
    let rev = Date.parse(NOON)
    const know = (...items: object[]) => {
      const frame = { guild_id: guild, rev: (rev += 1), kind: 'channels', part: 1, of: 1, items }
      const parsed = directoryMessages.directory.parse(frame)
      return recordDirectory(asRunner(it), { frame: parsed, parts: createPartBuffer() })
    }
    const general = aPost(guild)
    const forum = { id: FORUM, name: 'help', type: 15, position: 0 }
    await know({ ...forum, type: 0 })
    await report([aPost(guild)])
    await know(forum, { id: general.id, name: 'general', type: 0, position: 1 })
    await report([general])
    expect(await replies()).toEqual([])
    await report([aPost(guild)])
    expect(await replies()).toHaveLength(1)
    await know()
    await report([aPost(guild)])
    expect(await replies()).toHaveLength(1)
  })

  test('a person gets at most 20 replies a minute', async () => {
    const guild = await guildWithForum()
    const actor = aPerson(aSnowflake())
    await report(Array.from({ length: 21 }, () => aPost(guild, { actor })))
    expect(await replies()).toHaveLength(20)
  })

  /** The jobs that the console offers to retry. */
  const offered = async (ctx: Context, guildId: string) => [
    ...(await replayableJobs(ctx, { guildId, jobs: (await listJobs(ctx, { guildId, limit: 50 })).jobs })),
  ]

  test('a reply is listed, retried, cancelled and deleted like other jobs', async () => {
    const guildId = await guildWithForum()
    const ctx = await anAdministrator(it)
    await report([aPost(guildId)])
    const [job] = await claimed(it)
    const forGood = failure({ retryable: false, code: 'forbidden' })
    await recordResults(asRunner(it), [reportOn(job!, forGood)])
    const { id } = job!
    const [listed] = (await listJobs(ctx, { guildId, limit: 50 })).jobs
    const name = 'Replies in forum channels'
    const source = { kind: 'setting', id: 'ask_forum_channels', name, run_id: null, step: null } as const
    expect(listed).toMatchObject({ id, state: 'failed', source })
    expect(await renderInRouter(JobSource({ guildId, source }))).toBe(
      `<a href="/admin/guilds/${guildId}/settings#questions" class="link inline-block">${name}</a>`,
    )
    expect(await readJob(ctx, { guildId, id })).toMatchObject({ source, attempts: [{ outcome: 'failed' }] })
    await replayJob(ctx, { guildId, id })
    const [again] = await claimed(it)
    await recordResults(asRunner(it), [reportOn(again!)])
    expect(await jobNow(it, id)).toMatchObject({ state: 'succeeded', attempt: 2 })
    await report([aPost(guildId)])
    const [, waiting] = await replies()
    await cancelJob(ctx, { guildId, id: waiting!.id })
    expect(await jobNow(it, waiting!.id)).toMatchObject({ state: 'cancelled' })
    it.at('2027-02-20T12:00:01.000Z')
    await purgeJobs(it.ctx())
    expect(await replies()).toEqual([])
  })

  test('a queued reply is cancelled if its forum is no longer in the settings', async () => {
    const guildId = await guildWithForum()
    const ctx = await anAdministrator(it)
    await report([aPost(guildId), aPost(await guildWithForum())])
    const choose = (version: number, channels: string[]) =>
      saveSettings(it.ctx(), { guildId, version, settings: { ask_forum_channels: channels } })
    await choose(1, [])
    const [other, ...more] = await claimed(it)
    expect([other!.guild_id === guildId, more]).toEqual([false, []])
    const { id } = (await replies()).find(({ guild_id }) => guild_id === guildId)!
    const { attempts, ...job } = await readJob(ctx, { guildId, id })
    expect(job).toMatchObject({ state: 'cancelled', attempt: 0, error: { code: 'cancelled' } })
    expect(job.error!.message).toContain('The bot no longer replies in this forum channel.')
    expect(attempts).toEqual([])
    expect(await offered(ctx, guildId)).toEqual([])
    expect((await refusalOf(() => replayJob(ctx, { guildId, id }))).message).toBe(job.error!.message)
    await choose(2, [FORUM])
    expect(await offered(ctx, guildId)).toEqual([id])
    await replayJob(ctx, { guildId, id })
    expect(await claimed(it)).toMatchObject([{ id, attempt: 1 }])
  })

  test('a claim cancels at most as many replies as its runner has slots', async () => {
    const guildId = await guildWithForum()
    await report([aPost(guildId), aPost(guildId), aPost(guildId)])
    await saveSettings(it.ctx(), { guildId, version: 1, settings: { ask_forum_channels: [] } })
    const states = async () => (await replies()).map(({ state }) => state).sort()
    expect(await claimed(it, leaseOptions({ slots: 2 }))).toEqual([])
    expect(await states()).toEqual(['cancelled', 'cancelled', 'queued'])
    expect(await claimed(it, leaseOptions({ slots: 2 }))).toEqual([])
    expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  test('other requests run between the posts of a batch', async () => {
    const { id } = await aGuild(it)
    const posts = Array.from({ length: 30 }, () => aPost(id))
    let turns = 0
    let next: NodeJS.Immediate
    const count = () => void (next = setImmediate(() => (turns++, count())))
    count()
    await answerForumPosts(asRunner(it), posts)
    clearImmediate(next!)
    expect(turns).toBeGreaterThanOrEqual(posts.length)
  })

  test('a reply cannot be retried a day or more after it was due', async () => {
    const guildId = await guildWithForum()
    const ctx = await anAdministrator(it)
    await report([aPost(guildId)])
    const [{ id } = { id: '' }] = await replies()
    await cancelJob(ctx, { guildId, id })
    it.at('2026-11-22T11:59:59.000Z')
    expect(await offered(ctx, guildId)).toEqual([id])
    await replayJob(ctx, { guildId, id })
    await cancelJob(ctx, { guildId, id })
    it.at('2026-11-22T12:00:00.000Z')
    expect(await offered(ctx, guildId)).toEqual([])
    expect((await refusalOf(() => replayJob(ctx, { guildId, id }))).message).toMatch(/deadline .* has passed/)
    expect(await claimed(it)).toEqual([])
    expect(await jobNow(it, id)).toMatchObject({ state: 'cancelled' })
  })

  test('the answer of a model replaces the quote, which is sent if the model fails', async () => {
    const guild = await guildWithForum(withModel)
    const after = async (post: GatewayEvent) => {
      await report([post], withModel)
      return vi.waitFor(async () => {
        const job = (await replies(withModel)).find((one) => one.idempotency_key === `ask ${post.id}`)
        expect(job).toMatchObject({ state: 'queued', run_at: NOON })
        return contentOf(job!)
      })
    }
    model.answers(says('Run `backup` [1]. See ', '[this](https://evil.example)'))
    const written = await after(aPost(guild))
    expect(written).toMatch(/^Run `backup` \[1\]\. See \[this\]\n\nSources:\n\[1\] \[Backups: /)
    expect(model.asked).toHaveLength(1)
    model.answers(sends('nonsense'))
    expect(await after(aPost(guild))).toContain('Back up the database')
  })
})
