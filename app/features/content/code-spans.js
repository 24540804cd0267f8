// Plain JavaScript, because the search worker runs without a build step.

/**
 * Returns a function that finds the next run of exactly `length` backticks at or after `from`, or undefined. Call the
 * function with ascending positions, because the text is scanned only once.
 * @param {string} text
 */
export function codeEnds(text) {
  /** Positions of the runs by length, last first. @type {Map<number, number[]>} */
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
