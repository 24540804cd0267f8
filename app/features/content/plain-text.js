// Plain JavaScript, because the search's thread runs it without a build.

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
  if (!places.length) return cut(description, 0)
  return cut(text, Math.max(0, Math.min(...places) - EXCERPT / 4))
}

/** Cuts between words, with an ellipsis where something was left out. @param {string} text @param {number} from */
function cut(text, from) {
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

/** @param {string} line */
function prose(line) {
  const cells = /^\s*\|/.test(line) ? line.replace(/(?<!\\)\|/g, ' ').replace(/^[\s:-]+$/, '') : line
  return cells
    .replace(/^(\s*(#{1,6}|>|[-*+]|\d+[.)]|\[[ x]\])(\s+|$))+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|~~|(?<![\\\w])[*_]|(?<!\\)[*_](?!\w)/g, '')
    .replace(
      /\\([^\w\s])|(`+)(.+?)(?<!`)\2(?!`)|<\/?[A-Za-z][^>]*>|\{\/\*.*?\*\/\}/g,
      (_match, sign, _ticks, code) => sign ?? code?.replaceAll('\\|', '|') ?? ' ',
    )
}
