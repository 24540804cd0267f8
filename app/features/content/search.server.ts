import MiniSearch from 'minisearch'
import type { Entry, EntryType } from '#app/features/content/schema.ts'

/** An entry that matches, with about 160 characters of plain text around the first word found. */
export type Found = { entry: Entry; excerpt: string; score: number }

const EXCERPT = 160

/** Indexes the entries and returns the search over them. Every word must match; when none has all, any may. */
export function makeSearch(entries: readonly Entry[]) {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const index = new MiniSearch<Record<'path' | 'title' | 'headings' | 'description' | 'text', string>>({
    idField: 'path',
    fields: ['title', 'headings', 'description', 'text'],
    searchOptions: {
      boost: { title: 5, headings: 2, description: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  index.addAll(
    entries.map(({ path, title, description, body }) => ({
      path,
      title,
      description,
      headings: headingsOf(body),
      text: plainText(body),
    })),
  )

  return (q: string, { type, limit }: { type?: EntryType | undefined; limit: number }) => {
    const filter = ({ id }: { id: string }) => !type || byPath.get(id)?.type === type
    const strict = index.search(q, { filter, combineWith: 'AND' })
    const found = strict.length ? strict : index.search(q, { filter })
    const results = found.slice(0, limit).map(({ id, score, terms }): Found => {
      const entry = byPath.get(id as string)!
      return { entry, score: Math.round(score * 100) / 100, excerpt: excerptOf(entry, terms) }
    })
    return { results, total: found.length }
  }
}

/** From the text when a word is found there, else the beginning of the description. */
function excerptOf({ body, description }: Entry, terms: string[]) {
  const text = plainText(body)
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  if (!places.length) return cut(description, 0)
  return cut(text, Math.max(0, Math.min(...places) - EXCERPT / 4))
}

/** Cuts between words, with an ellipsis where something was left out. */
function cut(text: string, from: number) {
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const whole = text.length - start <= EXCERPT
  const space = text.lastIndexOf(' ', start + EXCERPT)
  const end = whole ? text.length : space > start ? space : start + EXCERPT
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${whole ? '' : ' …'}`
}

const headingsOf = (body: string) =>
  parts(body)
    .filter(({ code, line }) => !code && /^#{2,6} /.test(line))
    .map(({ line }) => prose(line))
    .join('\n')

/** The words of an MDX body on one line: code is kept, its fences, the tags and the marks of Markdown are not. */
export function plainText(body: string): string {
  return parts(body)
    .filter(({ code, line }) => code || !/^(import|export)\s/.test(line))
    .map(({ code, line }) => (code ? line : prose(line)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The lines of the body without the fences, each with whether it is code. */
function parts(body: string) {
  let fence = ''
  return body.split('\n').flatMap((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence ? mark?.startsWith(fence) && line.trim() === mark : mark) {
      fence = fence ? '' : mark!
      return []
    }
    return [{ code: fence !== '', line }]
  })
}

function prose(line: string) {
  const cells = /^\s*\|/.test(line) ? line.replace(/(?<!\\)\|/g, ' ').replace(/^[\s:-]+$/, '') : line
  return cells
    .replace(/^(\s*(#{1,6}|>|[-*+]|\d+[.)]|\[[ x]\])(\s+|$))+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|~~|(?<![\\\w])[*_]|(?<!\\)[*_](?!\w)/g, '')
    .replace(
      /\\([^\w\s])|(`+)(.+?)(?<!`)\2(?!`)|<\/?[A-Za-z][^>]*>|\{\/\*.*?\*\/\}/g,
      (_match, sign?: string, _ticks?: string, code?: string) => sign ?? code?.replaceAll('\\|', '|') ?? ' ',
    )
}
