import GithubSlugger from 'github-slugger'
import { codeEnds } from '#app/features/content/code-spans.js'

/** A part of a body: what stands below one heading and above the next. */
export type BodySection = {
  /** The id that the heading has on the page; null for what stands above the first one. */
  id: string | null
  heading: string | null
  /** The headings that it stands below, the highest first, its own the last. */
  way: string[]
  /** Markdown without headings, tags of components and comments. */
  body: string
}

const FENCE = /^\s*(`{3,}|~{3,})/

/**
 * Splits an MDX body at its headings. The ids are made as for the page: by GitHub’s rules, in the order of the headings, the
 * second of two that are alike with a number. Headings inside lists and quotes are no parts of their own.
 */
export function sectionsOf(body: string): BodySection[] {
  const slugger = new GithubSlugger()
  const levels: { level: number; heading: string }[] = []
  const parts: (Omit<BodySection, 'body'> & { lines: string[] })[] = [
    { id: null, heading: null, way: [], lines: [] },
  ]
  let fence = ''
  let isComment = false
  for (const line of body.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    const heading = fence || isComment ? null : /^ {0,3}(#{1,6})(?=\s)/.exec(line)
    if (fence ? mark?.startsWith(fence) && line.trim() === mark : mark) fence = fence ? '' : (mark ?? '')
    if (heading) {
      const level = heading[1]!.length
      const words = line.slice(heading[0].length).trim()
      const text = wordsOf(words.replace(/\s#+$/, '').trimEnd())
      while (levels.length && levels.at(-1)!.level >= level) levels.pop()
      levels.push({ level, heading: text })
      const way = levels.map((one) => one.heading)
      parts.push({ id: slugger.slug(text), heading: text, way, lines: [] })
    } else if (fence || mark) parts.at(-1)!.lines.push(line)
    else {
      const bare = line.replace(COMMENT, (whole, end) => (end ? '' : whole))
      const [opens, closes] = [bare.includes('{/*'), bare.includes('*/}')]
      if (!isComment && !opens) parts.at(-1)!.lines.push(bare.replace(TAGS, ''))
      isComment = isComment ? !closes : opens
    }
  }
  return parts.map(({ lines, ...part }) => ({ ...part, body: lines.join('\n').trim() }))
}

/** What a line of Markdown says without its marks; what is code stays as it is. */
export function wordsOf(line: string): string {
  const endOfCode = codeEnds(line)
  let words = ''
  let from = 0
  for (const { 0: ticks, index } of line.matchAll(/`+/g)) {
    const begin = index + ticks.length
    const end = index < from ? undefined : endOfCode(begin, ticks.length)
    if (end === undefined) continue
    words += unmarked(line.slice(from, index)) + line.slice(begin, end).replace(/^ | $/g, '')
    from = end + ticks.length
  }
  return (words + unmarked(line.slice(from))).trim()
}

/** A comment on one line. One that does not end matches as well and is kept, so that nothing is looked at twice. */
const COMMENT = /\{\/\*.*?(\*\/\}|$)/gs

/** A link or an image, or what only begins like one and is kept. */
const LINK = /!?\[((?:[^\]\\]|\\.)*)(?:\]\([^)]*(\))?)?/g

const unmarked = (text: string) =>
  text
    .replace(LINK, (whole, words, end) => (end ? words : whole))
    .replace(TAGS, '')
    .replace(/(?<![\\\w])(\*{1,3}|_{1,3}|~~)(?=\S)(.{1,200}?)(?<=[^\s\\])\1(?!\w)/g, '$2')
    .replace(/\\([^\w\s])/g, '$1')

/** Tags of elements and components, not what stands between them; not `<` in code, which a backtick comes before. */
const TAGS =
  /(?<![`\\\w])<\/?[A-Za-z][\w.]*(?:\s+[\w-]+(?:=(?:"[^"]{0,2000}"|'[^']{0,2000}'))?)*\s*\/?>|<\/[A-Za-z][\w.]*>/g
