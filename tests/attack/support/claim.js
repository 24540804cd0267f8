/** Counts the attempts of one claim and records its holes. */

/** @param {unknown} value @param {number} [length] */
export const short = (value, length = 400) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? 'undefined').replace(/\s+/g, ' ').slice(0, length)
}

/**
 * Creates the record of one claim.
 * @param {number} number
 * @param {string} title
 */
export function createClaim(number, title) {
  /** @type {{sent: string, got: string, expected: string}[]} */
  const holes = []
  /** @type {string[]} */
  const figures = []
  const seen = new Set()
  let attempts = 0
  return {
    number,
    title,
    holes,
    figures,
    get attempts() {
      return attempts
    },
    attempt(count = 1) {
      attempts += count
    },
    /** Records a hole once for each kind. @param {string} kind @param {unknown} sent @param {unknown} got @param {string} expected */
    hole(kind, sent, got, expected) {
      if (seen.has(kind)) return
      seen.add(kind)
      const hole = { sent: short(sent), got: short(got), expected }
      holes.push(hole)
      console.log(`HOLE ${number}: sent ${hole.sent}; got ${hole.got}; expected ${expected}`)
    },
    /** Counts an attempt and records a hole if it succeeded. @param {boolean} holds @param {string} kind @param {unknown} sent @param {unknown} got @param {string} expected */
    check(holds, kind, sent, got, expected) {
      attempts += 1
      if (!holds) this.hole(kind, sent, got, expected)
      return holds
    },
    /** @param {string} text */
    figure(text) {
      figures.push(text)
      console.log(`  ${number}: ${text}`)
    },
  }
}

/** @typedef {ReturnType<typeof createClaim>} Claim */
