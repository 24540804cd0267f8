import { cpus } from 'node:os'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { beCrowd, CROWD, crowdApart, type Kind } from '#tests/endurance/apart.ts'
import { beHostile } from '#tests/endurance/hostile.ts'
import { killAtRandom } from '#tests/endurance/kills.ts'
import { probe } from '#tests/endurance/probe.ts'
import { residentMb, soak } from '#tests/endurance/soak.ts'
import { startServer, type Env } from '#tests/support/http/server.ts'

/** `--only=kills` runs what has this in its name; `--kills=100` and `--minutes=30` say how much of it, and
 * `--target=import` which requests. */
const given = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]
const KILLS = Number(given('kills') ?? 100)
const MINUTES = Number(given('minutes') ?? 30)
const SECONDS = Number(given('seconds') ?? 15)

let missed = 0
function report(isFine: boolean, name: string, rest: string, details: string[] = []) {
  if (!isFine) missed += 1
  process.stdout.write(`${isFine ? 'ok  ' : 'MISS'} ${name.padEnd(44)} ${rest}\n`)
  for (const line of details.slice(0, 10)) process.stdout.write(`       ${line}\n`)
}

/** Stores of an engine and a folder, for as long as `work` takes. */
async function onStores(engine: string, work: (env: Env) => Promise<void>) {
  const { env, remove } = await openEngine(engine)
  try {
    await work(env)
  } finally {
    await remove()
  }
}

/** The median of ordinary visitors while a crowd is there, against the one before it came. */
async function besideCrowd(name: string, kind: Kind, size: number) {
  await onStores('sqlite, memory', async (env) => {
    const server = await startServer({ ...env, RATE_LIMITS: 'off', PRERENDER: 'on' })
    await probe(server.url, { seconds: 5 })
    const quiet = await probe(server.url, { seconds: SECONDS })
    const before = await residentMb(server.child.pid!)
    const stop = await crowdApart(kind, server.url, size)
    const busy = await probe(server.url, { seconds: SECONDS })
    const grown = (await residentMb(server.child.pid!)) - before
    const { open, answers } = await stop()
    await server.stop()
    const ratio = busy.median / quiet.median
    const times = `${quiet.median.toFixed(2)} ms alone, ${busy.median.toFixed(2)} ms then (p99 ${busy.p99.toFixed(1)})`
    const told = answers.map(([status, count]) => `${status} × ${count}`).join(', ')
    report(
      ratio <= 2 && !busy.failed.length,
      name,
      `${ratio.toFixed(2)} (target 2)   ${times}; ${open} open at the end, ${grown.toFixed(0)} MB; answered ${told}`,
      busy.failed,
    )
  })
}

const measures: Record<string, () => Promise<void>> = {
  slow: () => besideCrowd('median beside 500 slow clients', 'slow', 500),
  idle: () => besideCrowd('median beside 10,000 idle connections', 'idle', 10_000),
  bombs: () => besideCrowd('median beside 20 bombs a second', 'bombs', 20),
  async kills() {
    for (const engine of engineNames)
      await onStores(engine, async (env) => {
        const { acknowledged, broken, problems } = await killAtRandom(env, KILLS)
        const told = `${acknowledged} writes acknowledged, ${broken} broken off, ${problems.length} problems`
        report(problems.length === 0, `${KILLS} kills on ${engine}`, told, problems)
      })
  },
  async hostile() {
    await onStores('sqlite, memory', async (env) => {
      const minutes = Number(given('minutes') ?? 10)
      const seed = Number(given('seed') ?? 51)
      const { frames, sockets, bodies, exits, faults, closes, answers } = await beHostile(env, {
        minutes,
        seed,
        target: given('target'),
      })
      const listed = (counts: Map<number, number>) =>
        [...counts]
          .sort(([a], [b]) => a - b)
          .map(([what, count]) => `${what} × ${count}`)
          .join(', ')
      const known = 1 - (answers.get(401) ?? 0) / Math.max(1, bodies)
      report(
        exits === 0 && !faults.length && known > 0.9,
        `${minutes} minutes of hostile input, seed ${seed}`,
        `${frames + bodies} inputs: ${frames} frames on ${sockets} sockets, ${bodies} bodies; ${exits} exits, ${faults.length} 5xx or failures; ${(100 * known).toFixed(1)} % not 401; closed ${listed(closes)}; answered ${listed(answers)}`,
        faults,
      )
    })
  },
  async soak() {
    for (const engine of engineNames)
      await onStores(engine, async (env) => {
        const { minutes, rate, calls, writes, failed, memory } = await soak(env, MINUTES)
        const ratio = memory.late / memory.early
        const sizes = [memory.early, memory.late, memory.most].map((size) => size.toFixed(0)).join(', ')
        report(
          ratio <= 1.1 && !failed.length,
          `${minutes} minutes on ${engine}`,
          `memory ${ratio.toFixed(2)} (target 1.1): ${sizes} MB early, late, most; ${rate.toFixed(0)} calls/s, ${calls} calls and ${writes} writes, ${failed.length} failed`,
          failed,
        )
      })
  },
}

const [first, base = '', size] = process.argv.slice(2)
if (first?.startsWith(CROWD)) await beCrowd(first.slice(CROWD.length) as Kind, base, Number(size))
else await measureAll()

async function measureAll() {
  process.stdout.write(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}\n\n`,
  )
  const only = given('only')
  for (const [name, measure] of Object.entries(measures)) if (!only || name.includes(only)) await measure()
  process.exit(missed ? 1 : 0)
}
