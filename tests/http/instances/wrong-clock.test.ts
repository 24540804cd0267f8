import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { anEmail, cookieOf, json, signed, snowflake } from '#tests/support/http/client.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { startServer, type RunningServer } from '#tests/support/http/server.ts'

vi.setConfig({ testTimeout: 60_000 })

const engineName = engineNames.at(-1)!
const AHEAD = 3 * 3600_000

/** Two machines with the same stores, the second of which is three hours ahead. */
describe.runIf(engineName.startsWith('postgres'))('an instance whose clock is wrong', () => {
  let right: RunningServer
  let ahead: RunningServer
  const undo: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const engine = await openEngine(engineName)
    const { DISCORD_PUBLIC_KEY = '' } = inject('servers')[0]!.env
    const env = { ...engine.env, RATE_LIMITS: 'off', DISCORD_PUBLIC_KEY }
    right = await startServer(env)
    const flags = { NODE_OPTIONS: '--import ./tests/mocks/wrong-clock.js', WRONG_CLOCK_MS: String(AHEAD) }
    ahead = await startServer({ ...env, ...flags })
    undo.push(right.stop, ahead.stop, engine.remove)
  })
  afterAll(async () => {
    for (const step of undo) await step()
  })

  const signUp = ({ url }: RunningServer) =>
    fetch(
      `${url}/api/auth/signup`,
      json({ name: 'Ada', email: anEmail(), password: 'a stapled horse battery' }),
    )

  test('says so, and writes the database’s time', async () => {
    expect(ahead.output()).toContain('the clock of this machine is wrong')
    expect(right.output()).not.toContain('clock is off')
    const { user } = (await (await signUp(ahead)).json()) as { user: { created_at: string } }
    expect(Math.abs(Date.parse(user.created_at) - Date.now())).toBeLessThan(60_000)
  })

  test('agrees with the others on whose session is open', async () => {
    const seenBy = async ({ url }: RunningServer, made: Response) => {
      const answer = await fetch(`${url}/api/session`, { headers: { Cookie: cookieOf(made) } })
      return ((await answer.json()) as { user: unknown }).user
    }
    expect(await seenBy(ahead, await signUp(right))).not.toBe(null)
    expect(await seenBy(right, await signUp(ahead))).not.toBe(null)
  })

  test('takes what Discord signs now, and refuses what it signed in three hours', async () => {
    const ping = { id: snowflake(), application_id: snowflake(), type: 1, version: 1, token: 'x' }
    const statusAt = async (at: number) =>
      (await fetch(`${ahead.url}/api/discord/interactions`, signed(ping, { at }))).status
    expect(await statusAt(Date.now())).toBe(200)
    expect(await statusAt(Date.now() + AHEAD)).toBe(401)
  })
})
