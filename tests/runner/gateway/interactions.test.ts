import { afterEach, expect, test } from 'vitest'
import { startGateway } from '#tests/support/discord/gateways.ts'
import { aDispatch, PLANTED, sentFor } from '#tests/support/discord/gateway-interactions.ts'
import { until } from '#tests/support/discord/runners.ts'
import { newId } from '#tests/mocks/fake-discord-world.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

const GUILD = newId()
/** Times at which nothing happens by itself, and times that are over at once. */
const patient = { defer: 60_000, last: 60_000, giveUp: 60_000 }
const hasty = { defer: 20, last: 60_000, giveUp: 60_000 }

async function start(interactionTimes = patient, script = {}) {
  const one = await startGateway({ script, over: { interactionTimes, stopTimeout: 50 } })
  undo.unshift(one.close)
  const use = (over: object = {}) => {
    const asked = aDispatch(one.discord, GUILD, over)
    one.discord.gateway.dispatch('INTERACTION_CREATE', asked)
    return asked.id
  }
  const sent = (id: string) => sentFor(one.discord, id)
  const gets = async (id: string, ...calls: unknown[]) => {
    await until(
      () => sent(id).length >= calls.length,
      () => JSON.stringify(sent(id)),
    )
    expect(sent(id)).toEqual(calls)
  }
  const reply = (id: string, callback: object) => one.service.say('interaction_reply', { id, callback })
  return { ...one, use, sent, gets, reply }
}

const message = (content: string, flags?: number) => ({
  type: 4,
  data: { content, ...(flags ? { flags } : {}) },
})
const sentence = (text: RegExp) => ({
  type: 4,
  data: expect.objectContaining({ content: expect.stringMatching(text), flags: 64 }),
})

test('an interaction is reported without its token in the payload, and answered', async () => {
  const { use, heard, gets, reply, lines } = await start()
  const id = use()
  const [{ d } = { d: null }] = await heard('interaction')
  expect(d).toMatchObject({
    id,
    token: expect.stringContaining(PLANTED),
    payload: { type: 2, guild_id: GUILD },
  })
  expect(d!.payload).not.toHaveProperty('token')
  reply(id, message('Hello!'))
  await gets(id, ['POST callback', message('Hello!')])
  expect(JSON.stringify(lines)).not.toContain(PLANTED)
})

test('a replayed dispatch and one that is too old are not reported', async () => {
  const { use, heard, gets, reply, service, discord, says } = await start()
  const id = use()
  await heard('interaction')
  reply(id, message('Hello!'))
  await gets(id, ['POST callback', message('Hello!')])
  discord.gateway.cut()
  use({ id })
  use({ id: '1000000000000000000' })
  await until(() => says('Discord repeated it too late'))
  const next = use()
  await heard('interaction', 2)
  expect(service.all('interaction').map(({ d }) => d.id)).toEqual([id, next])
})

test('a response of another runner counts, and a late response is logged', async () => {
  const { use, heard, reply, discord, lines, sent } = await start()
  const codes = [
    [400, 40060],
    [404, 10062],
  ]
  for (const [index, [status, code]] of codes.entries()) {
    discord.trouble(/callback$/, { status: status!, body: { message: 'No', code } }, 1)
    const id = use()
    await heard('interaction', index + 1)
    reply(id, message('Hello!'))
    await until(() => sent(id).length === 1)
  }
  await until(() => lines.some(({ text }) => text.includes('too late')))
  const warnings = lines.filter(({ level }) => level === 'warn')
  expect(warnings).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain(PLANTED)
})

test.each([
  ['public', { type: 5, data: undefined }],
  ['ephemeral', { type: 5, data: { flags: 64 } }],
  ['update', { type: 6, data: undefined }],
])('a slow response is deferred as %s, and replaces the deferral', async (defer, deferred) => {
  const { use, heard, gets, reply, service } = await start({ ...hasty, defer: 400 })
  const id = use()
  await heard('interaction')
  service.say('interaction_reply', { id, defer })
  await gets(id, ['POST callback', deferred])
  reply(
    id,
    defer === 'update' ? { type: 7, data: { content: 'New' } } : message('Late', deferred.data?.flags),
  )
  const content = defer === 'update' ? 'New' : 'Late'
  await gets(id, ['POST callback', deferred], ['PATCH @original', { content }])
})

test('without a hint a response is deferred for the user only', async () => {
  const { use, heard, gets, reply } = await start(hasty)
  const deferred = ['POST callback', { type: 5, data: { flags: 64 } }]
  const id = use()
  await heard('interaction')
  await gets(id, deferred)
  reply(id, message('For all'))
  const { data } = message('For all')
  await gets(id, deferred, ['DELETE @original', null], ['POST followup', data])
})

test('a refusal for one user never replaces a public deferral', async () => {
  const { use, heard, gets, reply, service } = await start({ ...hasty, defer: 400 })
  const id = use()
  await heard('interaction')
  service.say('interaction_reply', { id, defer: 'public' })
  await gets(id, ['POST callback', { type: 5 }])
  reply(id, message('Wait', 64))
  const { data } = message('Wait', 64)
  await gets(id, ['POST callback', { type: 5 }], ['DELETE @original', null], ['POST followup', data])
})

test('a form is not deferred, and a service that defers replaces the response itself', async () => {
  const { use, heard, gets, reply, service, sent } = await start({ ...hasty, defer: 400 })
  const [form, deferred] = [use(), use()]
  await heard('interaction', 2)
  service.say('interaction_reply', { id: form, defer: 'none' })
  await until(() => sent(deferred).length === 1)
  expect(sent(form)).toEqual([])
  reply(deferred, { type: 5 })
  reply(form, { type: 9, data: { custom_id: 'x' } })
  await gets(form, ['POST callback', { type: 9, data: { custom_id: 'x' } }])
  expect(sent(deferred)).toHaveLength(1)
})

test('without a response, the user gets an error message, and suggestions are empty', async () => {
  const { use, gets } = await start({ defer: 60_000, last: 100, giveUp: 60_000 })
  const [command, suggestions] = [use(), use({ type: 4 })]
  await gets(command, ['POST callback', sentence(/did not respond in time/)])
  await gets(suggestions, ['POST callback', { type: 8, data: { choices: [] } }])
})

test('a deferred response that never arrives is replaced by an error message', async () => {
  const { use, sent } = await start({ defer: 20, last: 60_000, giveUp: 100 })
  const id = use()
  await until(() => sent(id).length === 2)
  expect(sent(id)[1]).toEqual([
    'PATCH @original',
    expect.objectContaining({ content: expect.stringMatching(/did not respond/) }),
  ])
})

test('while the service is away, the user is told that the bot cannot be reached', async () => {
  const { use, gets, service, heard } = await start({ defer: 20, last: 100, giveUp: 60_000 })
  service.state.status = 503
  service.cut()
  await until(() => service.upgrades.length > 1)
  const id = use()
  await gets(id, ['POST callback', sentence(/cannot be reached/)])
  service.state.status = 0
  await heard('identify', 2)
  expect(service.all('interaction')).toEqual([])
})

test('after a lost connection, interactions without a response are reported again', async () => {
  const { use, gets, service, heard, reply } = await start()
  const id = use()
  await heard('interaction')
  service.cut()
  await heard('interaction', 2)
  reply(id, message('Hello!'))
  await gets(id, ['POST callback', message('Hello!')])
})

test('a refusal of the service becomes an error message, and the reason is logged', async () => {
  const { use, gets, service, heard, lines } = await start()
  const [busy, broken] = [use(), use()]
  await heard('interaction', 2)
  service.say('error', { code: 'rate_limited', message: 'Slow down.', ref: busy })
  service.say('error', { code: 'forbidden', message: 'Another guild.', ref: broken })
  await gets(busy, ['POST callback', sentence(/is busy/)])
  await gets(broken, ['POST callback', sentence(/went wrong on our side/)])
  expect(lines.filter(({ text }) => text.includes('refused an interaction'))).toHaveLength(2)
})

test('malformed and huge interactions do not reach the service', async () => {
  const { use, gets, says, service, heard } = await start()
  use({ token: 5 })
  await until(() => says('could not be read'))
  const huge = use({ data: { name: 'x'.repeat(300_000) } })
  await gets(huge, ['POST callback', sentence(/went wrong on our side/)])
  const fine = use()
  await heard('interaction')
  expect(service.all('interaction').map(({ d }) => d.id)).toEqual([fine])
})

test('a runner that stops tells the users who wait', async () => {
  const { use, gets, heard, runner } = await start()
  const id = use()
  await heard('interaction')
  await runner.stop()
  await gets(id, ['POST callback', sentence(/cannot be reached/)])
})
