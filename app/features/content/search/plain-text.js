// Plain JavaScript, because the search worker runs without a build step.
import { codeEnds } from '#app/features/content/code-spans.js'

const EXCERPT = 160

/** Returns the headings of an MDX body below level 1, one per line. @param {string} body */
export const headingsOf = (body) =>
  parts(body)
    .filter(({ code, line }) => !code && /^#{2,6} /.test(line))
    .map(({ line }) => prose(line))
    .join('\n')

/**
 * Returns the words of an MDX body on one line, without tags, Markdown marks and code fences. Code is kept.
 * @param {string} body
 */
export const plainText = (body) =>
  parts(body)
    .map(({ code, line }) => (code ? line : prose(line)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Returns about 160 characters of `text` around the first matching word, or the start of `description` if none matches.
 * @param {string} text @param {string} description @param {string[]} words
 */
export function excerptOf(text, description, words) {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  if (!places.length) return excerptFrom(description, 0)
  return excerptFrom(text, Math.max(0, Math.min(...places) - EXCERPT / 4))
}

/** Cuts at word boundaries and adds an ellipsis for omitted text. @param {string} text @param {number} from */
function excerptFrom(text, from) {
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const whole = text.length - start <= EXCERPT
  const space = text.lastIndexOf(' ', start + EXCERPT)
  const end = whole ? text.length : space > start ? space : start + EXCERPT
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${whole ? '' : ' …'}`
}

/** Splits a body into lines without fences, marked as code or not. @param {string} body */
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

/** Matches a link or image. An incomplete link also matches and is kept, which avoids rescanning. */
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

/** Matches an escaped character, or the possible start of code, a tag or a comment. */
const BEGINNING = /\\[^\w\s]|`+|<\/?[A-Za-z]|\{\/\*/g

/**
 * Unwraps escaped characters and code, and removes tags and comments. Searches for each closing mark only once.
 * @param {string} line
 */
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
