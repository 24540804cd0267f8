import { readFile } from 'node:fs/promises'
import { anEmail, cookieOf, json } from '#tests/support/http/client.ts'
import { aLedger, write } from '#tests/endurance/ledger.ts'
import { ordinary, probe } from '#tests/endurance/probe.ts'
import { cliJson, startServer, type Env } from '#tests/support/http/server.ts'

export type Soaked = {
  minutes: number
  rate: number
  calls: number
  writes: number
  failed: string[]
  /** Megabytes: the middle of the first fifth after the warm-up, of the last fifth, and the most. */
  memory: { early: number; late: number; most: number }
}

const CONNECTIONS = 16

/** Half of what the server can do, for so many minutes: pages, sessions, searches, and writes beside them. */
export async function soak(env: Env, minutes: number): Promise<Soaked> {
  const login = { email: anEmail(), password: 'correct horse battery' }
  const owner = ['--role', 'owner', '--name', 'Ada', '--email', login.email, '--password', login.password]
  await cliJson(env, ['users', 'create', ...owner])
  const server = await startServer({ ...env, RATE_LIMITS: 'off', PRERENDER: 'on', EXPECT_USERS: 'yes' })
  const cookie = cookieOf(await fetch(`${server.url}/api/auth/login`, json(login)))
  const calls = ordinary.map((call) => ({ ...call, headers: { ...call.headers, Cookie: cookie } }))
  const full = await probe(server.url, { calls, seconds: 20, connections: CONNECTIONS })
  const rate = full.count / 20 / 2

  const ledger = aLedger()
  let isOver = false
  const writer = write(
    () => server.url,
    cookie,
    ledger,
    () => isOver,
    250,
  )
  const samples: number[] = []
  const timer = setInterval(async () => samples.push(await residentMb(server.child.pid!)), 2_000)
  const { count, failed } = await probe(server.url, {
    calls,
    seconds: minutes * 60,
    connections: CONNECTIONS,
    rate,
  })
  isOver = true
  clearInterval(timer)
  await writer
  await server.stop()
  const fifth = Math.floor(samples.length / 5)
  return {
    minutes,
    rate,
    calls: count,
    writes: ledger.acknowledged,
    failed: [...failed, ...ledger.wrong, ...[...ledger.unknown].map((slug) => `${slug}: no answer`)],
    memory: {
      early: middle(samples.slice(fifth, 2 * fifth)),
      late: middle(samples.slice(-fifth)),
      most: Math.max(...samples),
    },
  }
}

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN

/** What the process holds of the machine's memory, in megabytes (Linux). */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
