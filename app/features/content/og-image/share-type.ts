export type Fit = { fontSize: number; maxWidth: number; lineClamp: number }

/** Sizes of a title in pixels, and how many lines of each the sign takes. */
const sizes = [
  { fontSize: 112, most: 1 },
  { fontSize: 92, most: 2 },
  { fontSize: 80, most: 2 },
  { fontSize: 68, most: 3 },
  { fontSize: 60, most: 3 },
]
const smallest = 52

/**
 * The largest size at which the title fits into `width` pixels without a broken word, and the width at which its lines
 * are about as long as each other. What never fits gets the smallest size and is cut after `lineClamp` lines.
 */
export function fit(title: string, width: number): Fit {
  const words = title.split(/\s+/).map(widthOf)
  for (const { fontSize, most } of sizes) {
    const lines = linesOf(words, width / fontSize)
    if (lines > most) continue
    let maxWidth = width
    while (linesOf(words, (maxWidth - 10) / fontSize) === lines) maxWidth -= 10
    return { fontSize, maxWidth, lineClamp: most }
  }
  return { fontSize: smallest, maxWidth: width, lineClamp: 3 }
}

/** How many lines the words take when a line has `room`; infinitely many when a word is longer than a line. */
function linesOf(words: number[], room: number) {
  let lines = 0
  let left = -1
  for (const word of words) {
    if (word > room) return Infinity
    left -= word + widthOf(' ')
    if (left < 0) {
      lines++
      left = room - word
    }
  }
  return lines
}

/**
 * About how wide the text is in Overpass, in multiples of its size, with the tracking of a title. Rather too wide than
 * too narrow, and letters of other scripts count as the usual ones.
 */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (widths.find(([some]) => some.test(letter))?.[1] ?? 0.59), 0)

const widths: [RegExp, number][] = [
  [/[\s.,:;'’|!iIjl]/, 0.29],
  [/[()[\]{}frt1"-]/, 0.41],
  [/[mMwW@%—…]/, 0.87],
  [/\p{Lu}/u, 0.7],
]
