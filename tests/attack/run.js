/**
 * Attacks a server from this checkout: `node tests/attack/run.js [--only=1,4] [--seed=7]
 * [--postgres=URL --redis=URL]`. Exits with 1 if a claim has a hole.
 */
import { parseArgs } from 'node:util'
import { createClaim } from '#tests/attack/support/claim.js'
import { createRandom } from '#tests/attack/support/random.js'
import { stopAll } from '#tests/attack/support/server.js'

/** The claims by number, each in a file of its own. @type {[string, string][]} */
const claims = [
  ['page-cache', 'an anonymous GET cannot poison the page cache'],
  ['hostile-input', 'no input ends the process or returns 5xx'],
  ['guilds', 'a manager of one guild cannot act in another'],
  ['freeze', 'a manager cannot freeze the service'],
  ['sign-up', 'setup link, SIGNUP and invitations hold'],
  ['prepared-account', 'an account cannot be prepared for its victim'],
  ['audit-log', 'administrators cannot scrub the audit log'],
  ['lock-out', 'a stranger cannot lock out the right person'],
]

/**
 * @typedef {object} Context
 * @property {import('#tests/attack/support/claim.js').Claim} claim
 * @property {import('#tests/attack/support/random.js').Random} random
 * @property {import('#tests/attack/support/server.js').Options} options
 * @property {(server: import('#tests/attack/support/server.js').Server) => Promise<void>} finish checks that the server lives, and stops it
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '20261123' },
    postgres: { type: 'string' },
    redis: { type: 'string' },
  },
})
const only = values.only?.split(',').map(Number)
const seed = Number(values.seed)
const options = { postgres: values.postgres, redis: values.redis }

const end = (/** @type {number} */ code) => stopAll().finally(() => process.exit(code))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    // A claim that goes on without its server would report holes that are none.
    console.log = () => undefined
    void end(130)
  })

let attempts = 0
let holes = 0
let failed = false
console.log(
  `seed ${seed}, ${options.postgres ? 'PostgreSQL' : 'SQLite'}, ${options.redis ? 'Redis' : 'memory'}`,
)
for (const [index, [file, title]] of claims.entries()) {
  const number = index + 1
  if (only && !only.includes(number)) continue
  const claim = createClaim(number, title)
  const started = Date.now()
  /** @type {Context['finish']} */
  const finish = async (server) => {
    claim.check(
      server.alive(),
      'process ended',
      'the attack of this claim',
      server.log().slice(-300),
      'the process lives',
    )
    const crash = /uncaughtException|unhandledRejection|heap out of memory/i.exec(server.log())
    if (crash)
      claim.hole(
        'crash log',
        'the attack of this claim',
        server.log().slice(crash.index, crash.index + 300),
        'no crash',
      )
    await server.stop()
  }
  try {
    const { attack } = await import(`#tests/attack/${file}.js`)
    await attack({ claim, random: createRandom(seed + number), options, finish })
  } catch (error) {
    failed = true
    console.log(`FAILED ${number}: ${error instanceof Error ? error.stack : error}`)
    await stopAll()
  }
  attempts += claim.attempts
  holes += claim.holes.length
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(
    `claim ${number}, ${title}: ${claim.attempts} attempts, ${claim.holes.length} holes, ${seconds} s`,
  )
}
console.log(`${attempts} attempts, ${holes} holes`)
await end(holes > 0 || failed ? 1 : 0)
