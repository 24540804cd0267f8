/** Requests a second: ours and the floor's in turns. */
import { load } from '#tests/bench/load.js'
import { pageUnderLogins, strangerAgainstWrong } from '#tests/bench/logins.js'
import { median } from '#tests/bench/median.js'

/** @typedef {import('#tests/bench/load.js').Target} Target */
/** @typedef {import('#tests/bench/catalogue.js').Measured} Measured */
/** @typedef {import('#tests/bench/run.js').Measure} Measure */

/** Our rate and the floor's in the round whose ratio is the middle one: what slows the machine for a while slows both. @param {{ ours: Target, floor: Target }} subject @param {{ rounds: number, seconds: number }} times @returns {Promise<Measured>} */
export async function inTurns({ ours, floor }, { rounds, seconds }) {
  /** @type {{ value: number, floor: number }[]} */ const pairs = []
  for (let round = 0; round < rounds; round++) {
    const floorRate = await load(floor, seconds)
    pairs.push({ value: await load(ours, seconds), floor: floorRate })
  }
  const ratio = (/** @type {{ value: number, floor: number }} */ pair) => pair.value / pair.floor
  const middle = median(pairs.map(ratio))
  return /** @type {Measured} */ (pairs.find((pair) => ratio(pair) === middle))
}

/** Measures these subjects of the bench. @param {string[]} ids @returns {Measure} */
export function http(ids) {
  return async ({ bench, wanted, ...times }) => {
    const { subjects } = await bench()
    /** @type {Record<string, Measured>} */ const measured = {}
    for (const id of ids.filter(wanted)) {
      const subject = subjects[id]
      if (subject) measured[id] = await inTurns(subject, times)
    }
    return measured
  }
}

/** @type {Measure} */
export async function login(means) {
  const { base } = await means.bench()
  const measured = await http(['login'])(means)
  if (means.wanted('page')) {
    const { quiet, busy } = await pageUnderLogins(base, means.seconds)
    measured.page = { value: busy, floor: quiet }
  }
  if (means.wanted('unknown')) {
    const { unknown, wrong } = await strangerAgainstWrong(base, means.seconds)
    measured.unknown = { value: unknown, floor: wrong }
  }
  return measured
}
