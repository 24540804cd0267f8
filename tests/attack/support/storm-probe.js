/** A process of its own that measures `GET /healthz`: `node storm-probe.js <url>` until its input ends. */
import { send } from '#tests/attack/support/http.js'

const [, , url = ''] = process.argv
/** @type {number[]} */
const times = []
let failed = 0
let running = true
process.stdin.on('end', () => (running = false))
process.stdin.resume()

// Requests begin every 20 ms, whether or not the ones before have ended.
/** @type {Promise<void>[]} */
const open = []
while (running && times.length < 20000) {
  open.push(
    send(url, 'GET', '/healthz', { timeout: 20000 }).then(({ status, took }) => {
      times.push(took)
      if (status !== 200) failed += 1
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await Promise.all(open)
times.sort((a, b) => a - b)
const at = (/** @type {number} */ share) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
console.log(JSON.stringify({ count: times.length, failed, p50: at(0.5), p99: at(0.99), max: at(1) }))
