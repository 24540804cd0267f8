import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireLeases } from '#app/features/jobs/expire-leases.server.ts'
import { runnerMessages } from '#app/features/runners/schema.ts'
import { anAutomation } from '#tests/support/db/automations.ts'
import { secondInstance, type SecondInstance } from '#tests/support/http/second-instance.ts'
import { oneServer, client, signInAs, snowflake } from '#tests/support/http/client.ts'
import { fencesOf, said } from '#tests/support/documents/code-blocks.ts'
import { aGuild, aWrittenCommand } from '#tests/support/factories.ts'
import { aRunnerToken, connect, type Frame } from '#tests/support/discord/runner-socket.ts'
import { deviations, filled, linesOf, type Bound } from '#tests/support/discord/transcript.ts'

const conversations = ['runner-protocol', 'runner-directory', 'runner-interactions'].map((page) => {
  const fences = fencesOf(readFileSync(`content/docs/${page}.mdx`, 'utf8'))
  return { page, code: fences.find((fence) => said(fence, 'title') === 'transcript')!.code }
})
const PLACE = '100000000000000001'

test('a deviation from what is shown is found, and a name stands for one thing', () => {
  const bound: Bound = new Map()
  expect(deviations({ a: '<x>', b: '…' }, { a: '1', b: {} }, bound)).toEqual([])
  expect(filled({ c: ['<x>'] }, bound)).toEqual({ c: ['1'] })
  expect(deviations({ a: '<x>', n: 1, l: [1] }, { a: '2', n: 2, l: [1, 2], m: 1 }, bound)).toHaveLength(4)
  expect(deviations({ b: '…' }, {}, bound)).toEqual(['.b is missing'])
})

test('the example sessions contain every important message', () => {
  const all = conversations.map(({ code }) => code).join('\n')
  const ops = linesOf(all).flatMap(({ text }) => /^\{"op":"(\w+)"/.exec(text)?.[1] ?? [])
  const served = [
    'hello',
    'ready',
    'job',
    'heartbeat_ack',
    'ack',
    'cancel',
    'directory_resync',
    'query',
    'interaction_reply',
  ]
  for (const op of served) expect(ops).toContain(op)
  const elsewhere = ['reject', 'progress', 'log', 'guild', 'guilds']
  const told = Object.keys(runnerMessages).filter((op) => !elsewhere.includes(op))
  for (const op of told) expect(ops).toContain(op)
})

describe.each(oneServer())('the conversations of the pages on $name', (server) => {
  let it: SecondInstance
  let guild: string
  let admin: string
  let found: Promise<unknown> = Promise.resolve(null)
  beforeAll(async () => {
    it = await secondInstance(server.env)
    guild = (await aGuild(it, snowflake())).id
    admin = await signInAs(server, 'admin')
    const greeting = { channel_id: '300000000000000006', content: 'Welcome, {user.mention}!' }
    await anAutomation(it, guild, [
      { type: 'SEND_MESSAGE', config: greeting },
      { type: 'ADD_ROLE', config: { role_id: '500000000000000001' } },
    ])
    await aWrittenCommand(it, guild, { name: 'ping', response: { content: 'Pong, {user.name}!' } })
  })
  afterAll(() => it.close())

  /** What happens besides, by a word of the line that tells of it. */
  const happenings: Record<string, (bound: Bound) => Promise<unknown>> = {
    async cancels(bound) {
      const path = `/api/guilds/${guild}/jobs/${String(bound.get('<role>'))}/cancel`
      const answer = await client(server)(path, { method: 'POST', headers: { Cookie: admin } })
      expect(answer.status).toBeLessThan(300)
    },
    // A patch that was lost needs nothing to happen.
    lost: () => Promise.resolve(),
    searches() {
      const path = `/api/guilds/${guild}/members?q=Ad`
      found = client(server)(path, { headers: { Cookie: admin } }).then((answer) => answer.json())
      return Promise.resolve()
    },
    async sleeps(bound) {
      const late = String(bound.get('<late>'))
      const state = () =>
        it.app.db.selectFrom('jobs').select('state').where('id', '=', late).executeTakeFirstOrThrow()
      await expect.poll(state).toEqual({ state: 'running' })
      const over = { lease_expires_at: new Date(0).toISOString() }
      await it.app.db.updateTable('jobs').set(over).where('id', '=', late).execute()
      // The service may have done it already.
      await expireLeases(it.ctx())
      expect(await state()).toEqual({ state: 'queued' })
    },
  }

  test.each(conversations)('the example session in $page works as documented', async ({ page, code }) => {
    const { token } = await aRunnerToken(server, ['--guild', guild])
    const runner = connect(server, token)
    const closed = runner.closed()
    const bound: Bound = new Map()
    const lines = linesOf(code.replaceAll(PLACE, guild))
    while (lines.length) {
      const { by, text } = lines.shift()!
      if (by === '#') {
        const [, happens] = Object.entries(happenings).find(([word]) => text.includes(word))!
        await happens(bound)
      } else if (by === 'R') {
        runner.socket.send(JSON.stringify(filled(JSON.parse(text), bound)))
      } else if (/^\d+$/.test(text)) {
        expect(await closed).toBe(Number(text))
      } else {
        // What the service says by itself may come before or after an answer.
        const shown = [text]
        while (lines[0]?.by === 'S' && lines[0].text.startsWith('{')) shown.push(lines.shift()!.text)
        const frames: Frame[] = []
        for (const _ of shown) frames.push(await runner.next())
        for (const one of shown.map((line) => JSON.parse(line) as Frame)) {
          const index = frames.findIndex(({ op }) => op === one.op)
          expect(index, `${one.op} does not come: ${JSON.stringify(frames)}`).toBeGreaterThanOrEqual(0)
          const [frame] = frames.splice(index, 1)
          expect(deviations(one, frame, bound), JSON.stringify(frame)).toEqual([])
        }
      }
    }
    if (page === 'runner-directory')
      expect(await found).toMatchObject({ members: [{ id: '200000000000000042', name: 'Ada' }] })
  })
})
