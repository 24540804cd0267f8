/** Seeded random numbers, so that a run can be repeated with `--seed`. */

/**
 * Creates a generator (mulberry32).
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  /** @param {number} limit */
  const integer = (limit) => Math.floor(next() * limit)
  return {
    next,
    integer,
    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => /** @type {T} */ (list[integer(list.length)]),
    /** @param {number} length */
    word: (length) =>
      Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[integer(36)]).join(''),
    /** A client address of the block for documentation. */
    address: () => `198.51.${integer(250)}.${1 + integer(250)}`,
  }
}

/** @typedef {ReturnType<typeof createRandom>} Random */
