// Plain JavaScript, because the search's thread runs it without a build.

/**
 * Returns a function that finds where a code span ends: at the next run of backticks from `from` on that has exactly this
 * length, or undefined. Ask for places in ascending order. All runs are found once, so the time is linear for any text.
 * @param {string} text
 */
export function codeEnds(text) {
  /** The places of the runs of each length, the last one first. @type {Map<number, number[]>} */
  const runs = new Map()
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const places = runs.get(run.length)
    if (places) places.push(index)
    else runs.set(run.length, [index])
  }
  for (const places of runs.values()) places.reverse()
  return (/** @type {number} */ from, /** @type {number} */ length) => {
    const places = runs.get(length) ?? []
    while (places.length && /** @type {number} */ (places.at(-1)) < from) places.pop()
    return places.at(-1)
  }
}
