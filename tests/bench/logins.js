import { Agent, request } from 'node:http'
import { load } from '#tests/bench/load.js'
import { median } from '#tests/bench/median.js'

/** @typedef {import('#tests/bench/load.js').Target} Target */

const password = 'correct horse battery'
export const account = { email: 'bench@example.com', name: 'Bench', role: 'editor', password }

/** A sign-in with the right password, or with what is given. @param {string} base @param {object} [over] @returns {Target} */
export const signIn = (base, over = {}) => ({
  url: `${base}/api/auth/login`,
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: account.email, password, ...over }),
})

/** How long a public page takes alone and while 200 sign in at once: the medians in milliseconds. @param {string} base @param {number} seconds */
export async function pageUnderLogins(base, seconds) {
  const page = { url: `${base}/docs/markdown`, headers: { Accept: 'text/html' } }
  const [quiet = 0] = await medianTime([page], seconds * 1000)
  const storm = load(signIn(base), seconds + 2, 200)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const [busy = 0] = await medianTime([page], seconds * 1000)
  await storm
  return { quiet, busy }
}

/** An unknown account and a wrong password, in turns: the medians in milliseconds. @param {string} base @param {number} seconds */
export async function strangerAgainstWrong(base, seconds) {
  const unknown = signIn(base, { email: 'nobody@example.com' })
  const wrong = signIn(base, { password: 'not the password' })
  const [one = 0, other = 0] = await medianTime([unknown, wrong], seconds * 2000)
  return { unknown: one, wrong: other }
}

/** The median time of each target in milliseconds, one request at a time. @param {Target[]} targets @param {number} milliseconds @returns {Promise<number[]>} */
async function medianTime(targets, milliseconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** @type {number[][]} */ const times = targets.map(() => [])
  // What waits to be hashed from a measurement before is through with this.
  for (const target of targets) await answer(target, agent)
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    for (const [at, target] of targets.entries()) {
      const start = performance.now()
      await answer(target, agent)
      times[at]?.push(performance.now() - start)
    }
  }
  agent.destroy()
  return times.map(median)
}

/** @param {Target} target @param {Agent} agent */
function answer({ url, method = 'GET', headers = {}, body }, agent) {
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        method,
        headers: { ...headers, ...(body ? { 'Content-Length': Buffer.byteLength(body) } : {}) },
        agent,
      },
      (response) => {
        response.resume().on('end', resolve)
      },
    )
      .once('error', reject)
      .end(body)
  })
}
