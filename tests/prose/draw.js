/** @typedef {import('#tests/prose/texts.js').Text} Text */

/** Drops code, headings, table rules and marks, so that only sentences remain. @param {string} text */
const plain = (text) =>
  text
    .replace(/```.*?```/gs, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/^(#+|\|).*$/gm, '\n')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/**
 * Draws different sentences of five words or more at random, the same ones for the same seed and texts. The kinds of texts
 * have equal shares. @param {Text[]} texts @param {number} count @param {number} seed
 */
export function drawSentences(texts, count, seed) {
  const kinds = [...new Set(texts.map(({ kind }) => kind))]
  const random = randomOf(seed)
  return kinds.flatMap((kind, at) => {
    const all = texts
      .filter((text) => text.kind === kind)
      .flatMap(({ file, line, text }) =>
        plain(text)
          .split(/(?<=[.!?])\s+|\n\s*(?:\n|[-*] |\d+\. )/)
          .map((sentence) =>
            sentence
              .replace(/\s+/g, ' ')
              .replace(/^[-*] /, '')
              .trim(),
          )
          .filter((sentence) => sentence.split(' ').length >= 5)
          .map((sentence) => ({ file, line, sentence })),
      )
    const share = Math.floor(count / kinds.length) + (at < count % kinds.length ? 1 : 0)
    return Array.from({ length: Math.min(share, all.length) }, () =>
      all.splice(Math.floor(random() * all.length), 1),
    ).flat()
  })
}

/** Returns numbers from 0 to below 1 by the mulberry32 generator. @param {number} seed */
function randomOf(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
