import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import { dateOf } from '#app/features/cms/import/names.ts'
import { collectionKey, YAML_LEVELS, yamlRefusal } from '#app/features/content/yaml-bounds.ts'
import { measureText, measureValue } from '#app/primitives/bounded-json.ts'

export type FrontMatter = Record<string, unknown>
type Split = { data: FrontMatter; body: string } | { problem: string }

const fences = [
  { mark: '---', read: readYaml },
  { mark: '+++', read: readToml },
] as const

/** Maximum length of front matter in characters. */
const MAX_LENGTH = 65_536

/** Splits a file into front matter in YAML, TOML or JSON, and its body. A file without front matter has no fields. */
export function splitFrontMatter(source: string): Split {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  for (const { mark, read } of fences) {
    if (!text.startsWith(`${mark}\n`)) continue
    const end = text.indexOf(`\n${mark}`, mark.length)
    if (end < 0) return { problem: `The front matter is not closed. Add a line with ${mark}.` }
    const after = text.indexOf('\n', end + 1)
    const head = text.slice(mark.length + 1, Math.max(end, mark.length + 1))
    return withFields(head, read, after < 0 ? '' : text.slice(after + 1))
  }
  const json = /^\{\n[\s\S]*?\n\}(?:\n|$)/.exec(text)?.[0]
  if (json) return withFields(json, readJson, text.slice(json.length))
  return { data: {}, body: text }
}

function withFields(head: string, read: (text: string) => unknown, body: string): Split {
  if (head.length > MAX_LENGTH)
    return { problem: `Shorten the front matter to at most ${MAX_LENGTH} characters.` }
  try {
    const data = read(head) ?? {}
    if (typeof data !== 'object' || Array.isArray(data))
      return { problem: 'The front matter must contain fields such as title: Hello.' }
    if (measureValue(data).levels > YAML_LEVELS)
      return { problem: 'The front matter has too many nested levels.' }
    return { data: data as FrontMatter, body }
  } catch (error) {
    return { problem: `The front matter cannot be read: ${(error as Error).message.split('\n')[0]}` }
  }
}

/** Parses YAML within the limits for front matter. Throws an error with the line. */
export function readYaml(text: string): unknown {
  const refusal = yamlRefusal(text)
  if (refusal) throw new Error(`line ${refusal.line + 1}: ${refusal.reason}`)
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw new Error(error.message)
  if (collectionKey(document) !== null) throw new Error('a key must be text')
  return document.toJS()
}

function readToml(text: string): unknown {
  if (text.split(/[[{]/).length > 2_000) throw new Error('too many tables')
  return parseToml(text)
}

function readJson(text: string): unknown {
  const { levels, items } = measureText(text)
  if (levels > YAML_LEVELS || items > 2_000) throw new Error('too many levels or items')
  return JSON.parse(text)
}

/** Parses a settings file by its extension. Returns no fields if it cannot be read. */
export function readSettings(file: string, text: string): FrontMatter {
  const read = /\.toml$/.test(file) ? readToml : /\.json$/.test(file) ? readJson : readYaml
  const split = withFields(text, read, '')
  return 'data' in split ? split.data : {}
}

/** Returns the first text or number among the fields, as text. */
export function textOf(data: FrontMatter, ...names: string[]): string {
  for (const name of names) {
    const value = data[name]
    if (typeof value === 'string' && value.trim()) return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/** Returns the values of the fields as a list. Splits texts at `split`. */
export function listOf(data: FrontMatter, names: string[], split: RegExp | null = /,/): string[] {
  return names.flatMap((name) => {
    const value = data[name]
    if (Array.isArray(value))
      return value.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
    if (typeof value !== 'string') return []
    return (split ? value.split(split) : [value]).map((one) => one.trim()).filter(Boolean)
  })
}

/** Returns the first date among the fields. */
export function dateIn(data: FrontMatter, ...names: string[]): string | null {
  for (const name of names) {
    const date = dateOf(data[name])
    if (date) return date
  }
  return null
}

export function numberIn(data: FrontMatter, ...names: string[]): number | null {
  for (const name of names) {
    const value = data[name]
    if (typeof value === 'number' && Number.isFinite(value)) return value
  }
  return null
}

/** Returns the names of authors, given as text, a list or objects. */
export function authorsOf(data: FrontMatter, known: Record<string, string> = {}): string {
  const names = [data.author ?? data.authors].flat().map((one) => {
    if (typeof one === 'string') return known[one] ?? one
    const { name } = (one ?? {}) as { name?: unknown }
    return typeof name === 'string' ? name : ''
  })
  return names.filter(Boolean).join(', ')
}

/** Returns the image of an entry, given as text or as an object with a source. */
export function coverOf(data: FrontMatter): { url: string; alt: string } | null {
  const names = [
    'image',
    'cover',
    'heroImage',
    'hero_image',
    'featured_image',
    'featuredImage',
    'feature_image',
  ]
  for (const value of [...names, 'thumbnail', 'banner'].map((name) => data[name])) {
    if (typeof value === 'string' && value)
      return { url: value, alt: textOf(data, 'heroImageAlt', 'image_alt', 'imageAlt') }
    if (typeof value !== 'object' || value === null) continue
    const inner = value as FrontMatter
    const url = textOf(inner, 'src', 'url', 'image', 'path', 'feature')
    if (url) return { url, alt: textOf(inner, 'alt', 'caption') }
  }
  return null
}

/** Fields that the import reads, or that only affect the look of the old site. */
const knownFields = new Set(
  `title description excerpt summary subtitle date pubDate publishDate pubdate published published_at publish_date
  draft tags tag categories category author authors slug permalink url aliases redirect_from image cover heroImage
  hero_image heroImageAlt featured_image featuredImage feature_image image_alt imageAlt thumbnail banner weight
  sidebar_position order nav_order sidebar_label id layout lastmod updated updatedDate last_modified_at modified
  unlisted linkTitle section appendix type hide_title hide_table_of_contents toc pagination_next pagination_prev
  custom_edit_url`.split(/\s+/),
)

/** Returns the names of the fields that are not imported. */
export const droppedFields = (data: FrontMatter): string[] =>
  Object.keys(data).filter((name) => !knownFields.has(name))
