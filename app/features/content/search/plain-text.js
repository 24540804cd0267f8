// Plain JavaScript, because the search's thread runs it without a build.
import { codeEnds } from '#app/features/content/code-spans.js'

const EXCERPT = 160

/** The headings of an MDX body below the first level, one a line. @param {string} body */
export const headingsOf = (body) =>
  parts(body)
    .filter(({ code, line }) => !code && /^#{2,6} /.test(line))
    .map(({ line }) => prose(line))
    .join('\n')

/** The words of an MDX body on one line: code is kept, its fences, the tags and the marks of Markdown are not. @param {string} body */
export const plainText = (body) =>
  parts(body)
    .map(({ code, line }) => (code ? line : prose(line)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * About 160 characters of `text` around the first of the words found in it; when none is there, the beginning of
 * `description`. @param {string} text @param {string} description @param {string[]} words
 */
export function excerptOf(text, description, words) {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  if (!places.length) return excerptFrom(description, 0)
  return excerptFrom(text, Math.max(0, Math.min(...places) - EXCERPT / 4))
}

/** Cuts between words, with an ellipsis where something was left out. @param {string} text @param {number} from */
function excerptFrom(text, from) {
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const whole = text.length - start <= EXCERPT
  const space = text.lastIndexOf(' ', start + EXCERPT)
  const end = whole ? text.length : space > start ? space : start + EXCERPT
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${whole ? '' : ' …'}`
}

/** The lines of the body without the fences, each with whether it is code. @param {string} body */
function parts(body) {
  let fence = ''
  return body.split('\n').flatMap((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence ? mark?.startsWith(fence) && line.trim() === mark : mark) {
      fence = fence ? '' : (mark ?? '')
      return []
    }
    return [{ code: fence !== '', line }]
  })
}

/**
 * A link or an image. What only begins like one matches as well and is kept, so that nothing is looked at twice.
 */
const LINK = /!?\[([^\]]*)(?:\]\([^)]*(\))?)?/g

/** @param {string} line */
function prose(line) {
  const cells = /^\s*\|/.test(line) ? line.replace(/(?<!\\)\|/g, ' ').replace(/^[\s:-]+$/, '') : line
  return unmarked(
    cells
      .replace(/^\s*(?:(?:#{1,6}|>|[-*+]|\d+[.)]|\[[ x]\])(?:\s+|$))+/, '')
      .replace(LINK, (whole, text, end) => (end ? text : whole))
      .replace(/\*\*|~~|(?<![\\\w])[*_]|(?<!\\)[*_](?!\w)/g, ''),
  )
}

/** Where a sign is escaped, and where code, a tag or a comment may begin. */
const BEGINNING = /\\[^\w\s]|`+|<\/?[A-Za-z]|\{\/\*/g

/** Keeps escaped signs and code without their marks, and drops tags and comments. Every end is searched for once. @param {string} line */
function unmarked(line) {
  const endOfCode = codeEnds(line)
  const missing = new Set()
  let text = ''
  let from = 0
  for (const { 0: mark, index } of line.matchAll(BEGINNING)) {
    if (index < from) continue
    const after = index + mark.length
    if (mark.startsWith('\\')) {
      text += line.slice(from, index) + mark.slice(1)
      from = after
    } else if (mark.startsWith('`')) {
      const end = endOfCode(after, mark.length)
      if (end === undefined) continue
      text += line.slice(from, index) + line.slice(after, end).replaceAll('\\|', '|')
      from = end + mark.length
    } else {
      const closing = mark.startsWith('<') ? '>' : '*/}'
      const end = missing.has(closing) ? -1 : line.indexOf(closing, after)
      if (end < 0) missing.add(closing)
      else {
        text += `${line.slice(from, index)} `
        from = end + closing.length
      }
    }
  }
  return text + line.slice(from)
}
