import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const syllables =
  'ka lo mi ren tas ul vor ba chi dem el fo gra hin jo kel lam nor pi qua ris sto tu vel win xen yor zal'.split(
    ' ',
  )

/** Text whose words are as frequent as in a language (Zipf's law), the same in every run. */
export function makeWords() {
  let seed = 7
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  /** @type {Set<string>} */
  const made = new Set()
  while (made.size < 24_000) {
    const parts = Array.from({ length: 1 + Math.floor(random() * 4) })
    made.add(parts.map(() => syllables[Math.floor(random() * syllables.length)]).join(''))
  }
  const vocabulary = [...made]
  /** @type {number[]} */
  const sums = []
  vocabulary.reduce((sum, _, rank) => (sums[rank] = sum + 1 / (rank + 2.7)), 0)
  const total = sums.at(-1) ?? 1

  const word = () => {
    const place = random() * total
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    return vocabulary[low] ?? ''
  }
  const text = (/** @type {number} */ count) => Array.from({ length: count }, word).join(' ')
  /** What people search for: one to three words, seldom the most frequent ones. @param {number} count */
  const queries = (count) =>
    Array.from({ length: count }, (_, at) =>
      Array.from(
        { length: 1 + (at % 3) },
        () => vocabulary[Math.floor(random() ** 2 * vocabulary.length)],
      ).join(' '),
    )
  return { text, queries }
}

/** Writes a content folder with a home page and `count` posts of about 300 words. @param {string} folder @param {number} count */
export async function writeEntries(folder, count) {
  const { text, queries } = makeWords()
  await mkdir(join(folder, 'pages'), { recursive: true })
  await mkdir(join(folder, 'blog'), { recursive: true })
  const about = 'A page that was made up for a measurement, and says nothing.'
  await writeFile(
    join(folder, 'pages', 'index.mdx'),
    `---\ntitle: "Home"\ndescription: "${about}"\nupdated: "2026-10-01"\n---\n\n${text(100)}\n`,
  )
  for (let at = 0; at < count; at++) {
    const sections = Array.from(
      { length: 4 },
      () => `## ${text(4)}\n\n${text(35)} [${text(2)}](/blog).\n\n${text(35)}\n`,
    )
    const front = [
      `title: "Entry ${at} ${text(4)}"`,
      `description: "Entry ${at} says: ${text(12)}"`,
      'updated: "2026-10-01"',
      `published: "20${10 + (at % 15)}-0${1 + (at % 9)}-1${at % 10}"`,
      'author: "Nobody"',
      `tags: ["tag-${at % 40}"]`,
    ]
    const code = `\`\`\`js\nconst answer = ${at}\n\`\`\`\n\n| name | value |\n| --- | --- |\n| ${text(1)} | ${at} |\n`
    await writeFile(
      join(folder, 'blog', `entry-${at}.mdx`),
      `---\n${front.join('\n')}\n---\n\n${sections.join('\n')}\n${code}`,
    )
  }
  return { queries }
}
