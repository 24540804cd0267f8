import GithubSlugger from 'github-slugger'
import { codeEnds } from '#app/features/content/code-spans.js'

/** Section of a body, from one heading to the next. */
export type BodySection = {
  /** Id of the heading on the page. Null for the text before the first heading. */
  id: string | null
  heading: string | null
  /** Headings above the text, from the highest level to the heading of the section. */
  way: string[]
  /** Markdown without headings, component tags and comments. */
  body: string
}

const FENCE = /^\s*(`{3,}|~{3,})/

/**
 * Splits an MDX body at its headings, except headings in lists and quotes. Ids are GitHub slugs, as on the page.
 * Repeated slugs are numbered.
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
      const bare = line
        .replace(COMMENT, (whole, end) => (end ? '' : whole))
        .replace(/^\s*<dt>([^<]{1,200})<\/dt>\s*<dd>/, '- **$1:** ')
      const [opens, closes] = [bare.includes('{/*'), bare.includes('*/}')]
      if (!isComment && !opens) parts.at(-1)!.lines.push(bare.replace(TAGS, ''))
      isComment = isComment ? !closes : opens
    }
  }
  return parts.map(({ lines, ...part }) => ({ ...part, body: lines.join('\n').trim() }))
}

/** Returns the text of a Markdown line without marks. Code remains unchanged. */
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

/** Matches a comment on one line. An unterminated comment also matches and is kept, which avoids rescanning. */
const COMMENT = /\{\/\*.*?(\*\/\}|$)/gs

/** Matches a link or image. An incomplete link also matches and is kept. */
const LINK = /!?\[((?:[^\]\\]|\\.)*)(?:\]\([^)]*(\))?)?/g

const unmarked = (text: string) =>
  text
    .replace(LINK, (whole, words, end) => (end ? words : whole))
    .replace(TAGS, '')
    .replace(/(?<![\\\w])(\*{1,3}|_{1,3}|~~)(?=\S)(.{1,200}?)(?<=[^\s\\])\1(?!\w)/g, '$2')
    .replace(/\\([^\w\s])/g, '$1')

/**
 * Matches tags of elements and components without their content. A `<` in code is excluded by the backtick before it.
 */
const TAGS =
  /(?<![`\\\w])<\/?[A-Za-z][\w.]*(?:\s+[\w-]+(?:=(?:"[^"]{0,2000}"|'[^']{0,2000}'))?)*\s*\/?>|<\/[A-Za-z][\w.]*>/g
