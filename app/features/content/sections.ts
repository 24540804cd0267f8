import GithubSlugger from 'github-slugger'

/** A part of a body: what stands below one heading and above the next. */
export type Part = {
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
export function partsOf(body: string): Part[] {
  const slugger = new GithubSlugger()
  const levels: { level: number; heading: string }[] = []
  const parts: (Omit<Part, 'body'> & { lines: string[] })[] = [
    { id: null, heading: null, way: [], lines: [] },
  ]
  let fence = ''
  let isComment = false
  for (const line of body.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    const heading = fence || isComment ? null : /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line)
    if (fence ? mark?.startsWith(fence) && line.trim() === mark : mark) fence = fence ? '' : (mark ?? '')
    if (heading) {
      const level = heading[1]!.length
      const text = wordsOf(heading[2]!)
      while (levels.length && levels.at(-1)!.level >= level) levels.pop()
      levels.push({ level, heading: text })
      const way = levels.map((one) => one.heading)
      parts.push({ id: slugger.slug(text), heading: text, way, lines: [] })
    } else if (fence || mark) parts.at(-1)!.lines.push(line)
    else {
      const bare = line.replace(/\{\/\*.*?\*\/\}/g, '')
      const [opens, closes] = [bare.includes('{/*'), bare.includes('*/}')]
      if (!isComment && !opens) parts.at(-1)!.lines.push(bare.replace(TAGS, ''))
      isComment = isComment ? !closes : opens
    }
  }
  return parts.map(({ lines, ...part }) => ({ ...part, body: lines.join('\n').trim() }))
}

/** What a line of Markdown says without its marks; what is code stays as it is. */
export const wordsOf = (line: string): string =>
  line
    .split(/(`+(?:.+?)`+)/)
    .map((piece, index) => (index % 2 ? piece.replace(/^`+ ?| ?`+$/g, '') : unmarked(piece)))
    .join('')
    .trim()

const unmarked = (text: string) =>
  text
    .replace(/!?\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(TAGS, '')
    .replace(/(?<![\\\w])(\*{1,3}|_{1,3}|~~)(?=\S)(.+?)(?<=[^\s\\])\1(?!\w)/g, '$2')
    .replace(/\\([^\w\s])/g, '$1')

/** Tags of elements and components, not what stands between them; not `<` in code, which a backtick comes before. */
const TAGS =
  /(?<![`\\\w])<\/?[A-Za-z][\w.]*(?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'))?)*\s*\/?>|<\/[A-Za-z][\w.]*>/g
