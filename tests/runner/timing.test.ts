import { expect, test, vi } from 'vitest'
import { backoffDelay, createThrottle } from '#app/runner/timing.ts'
import { aRunner, done, until } from '#tests/support/discord/runners.ts'
import { aJob } from '#tests/support/discord/scripted-service.ts'

test('however much is queued, a socket sends at most forty messages a second', async () => {
  const { service, heard, tasks, close } = await aRunner({ slots: 100 }, { acks: false, heartbeat: 10_000 })
  await heard('identify')
  for (let index = 0; index < 100; index += 1) service.say('job', aJob())
  await until(() => tasks.length === 100)
  for (const task of tasks) task.end(done)
  await heard('result', 100)
  service.cut()
  await heard('identify', 2)
  const again = await vi.waitFor(() => {
    const found = service.all('result').filter(({ socket }) => socket === 2)
    if (found.length < 50) throw new Error(`${found.length} results`)
    return found
  }, 20_000)
  for (const { at } of again)
    expect(again.filter((other) => other.at >= at && other.at < at + 1_000).length).toBeLessThanOrEqual(41)
  service.state.acks = true
  await close()
})

test('waits grow from half a second to half a minute, anywhere in between', () => {
  const bounds = Array.from({ length: 12 }, (_, n) => [
    backoffDelay(n, undefined, () => 0),
    backoffDelay(n, undefined, () => 1),
  ])
  expect(bounds.map(([least]) => least)).toEqual(Array<number>(12).fill(500))
  expect(bounds.map(([, most]) => most)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000,
  ])
})

test('never more than forty messages pass in a second, and an urgent one goes first', async () => {
  let time = 0
  const pace = createThrottle({ burst: 10, perSecond: 1_000 }, () => time)
  const sent: string[] = []
  for (let index = 0; index < 30; index += 1) pace.push(() => sent.push(`later ${index}`))
  expect(sent).toHaveLength(10)
  pace.push(() => sent.push('now'), true)
  time = 5
  await until(() => sent.length === 15)
  expect(sent[10]).toBe('now')
  pace.clear()
})
