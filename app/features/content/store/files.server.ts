import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { type Entry, type EntryType, entryTypes, frontMatter } from '#app/features/content/schema.ts'
import { aliasPath, pathOfEntry, slugProblem } from '#app/features/content/slugs.ts'
import { readYaml, type YamlProblem } from '#app/features/content/store/yaml.server.ts'
import { FIRST_LEVEL_HEADING } from '#app/features/content/render/validate-mdx.ts'

/** Returns the index of the line with a `#` heading outside fenced code, or null. */
export function firstLevelHeading(body: string): number | null {
  let fence = ''
  for (const [index, text] of body.split('\n').entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = ''
    } else if (mark) {
      fence = mark
    } else if (/^ {0,3}#\s/.test(text)) {
      return index
    }
  }
  return null
}

/** Problem in a content file, with its line counted from 1. */
export type Problem = YamlProblem & { file: string }
type WithProblems = { problems: YamlProblem[] }

const places: { type: EntryType; folder: string }[] = [
  { type: 'page', folder: 'pages' },
  { type: 'doc', folder: 'docs' },
  { type: 'post', folder: 'blog' },
]

/** Number of files read in parallel. */
const AT_ONCE = 32

/**
 * Reads all `.mdx` and `.md` files of the content folders. Files that are unchanged from `known` are not parsed.
 * Invalid files are skipped and listed in `problems`. `wanted` limits the types.
 */
export async function readEntries(
  contentDir: string,
  known: readonly Entry[] = [],
  wanted: readonly EntryType[] = entryTypes,
): Promise<{ entries: Entry[]; problems: Problem[] }> {
  const before = new Map(known.map((entry) => [entry.file, entry]))
  const entries = new Map<string, Entry>()
  const problems: Problem[] = []
  for (const place of places.filter(({ type }) => wanted.includes(type))) {
    const names = await filesIn(join(contentDir, place.folder))
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const read = names.slice(from, from + AT_ONCE).map(async (name) => {
        const file = `${place.folder}/${name}`
        const source = await readFile(join(contentDir, file), 'utf8')
        const hash = createHash('sha256').update(source).digest('hex')
        const entry = before.get(file)
        return { file, ...(entry?.hash === hash ? { entry } : toEntry(place, { file, name, source, hash })) }
      })
      for (const { file, ...result } of await Promise.all(read)) {
        if ('problems' in result) {
          problems.push(...result.problems.map((problem) => ({ file, ...problem })))
        } else if (entries.has(result.entry.path)) {
          const other = entries.get(result.entry.path)!.file
          problems.push({
            file,
            line: 1,
            reason: `the path ${result.entry.path} is already used by ${other}: rename one of the files`,
          })
        } else {
          entries.set(result.entry.path, result.entry)
        }
      }
    }
  }
  return {
    entries: [...entries.values()],
    problems: [...problems, ...(await aliasProblems(contentDir, entries))],
  }
}

/** Returns a problem for each alias that is used twice or is the path of an entry. */
async function aliasProblems(contentDir: string, entries: ReadonlyMap<string, Entry>): Promise<Problem[]> {
  const used = new Map([...entries].map(([path, { file }]) => [path, file]))
  const problems: Problem[] = []
  for (const { file, aliases = [] } of entries.values()) {
    for (const alias of aliases) {
      const other = used.get(aliasPath(alias))
      used.set(aliasPath(alias), file)
      if (!other) continue
      const line = lineOfAlias(await readFile(join(contentDir, file), 'utf8'), alias)
      problems.push({
        file,
        line,
        reason: `the alias ${alias} is already used by ${other}: use a different alias`,
      })
    }
  }
  return problems
}

/** Returns the line of an alias in the front matter, counted from 1. */
function lineOfAlias(source: string, alias: string): number {
  const lines = source.split('\n')
  const from = lines.findIndex((line) => /^["']?aliases["']?\s*:/.test(line))
  const whole = new RegExp(`(?<![a-z0-9-])${alias}(?![a-z0-9-])`)
  return (
    Math.max(
      from,
      lines.findIndex((line, index) => index >= from && whole.test(line)),
    ) + 1
  )
}

async function filesIn(folder: string) {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.mdx?$/.test(name))
    .sort()
}

function toEntry(
  { type }: (typeof places)[number],
  { file, name, source, hash }: { file: string; name: string; source: string; hash: string },
): { entry: Entry } | WithProblems {
  const slug = name.replace(/\.mdx?$/, '')
  const wrong = slugProblem(type, slug)
  if (wrong) return { problems: [{ line: 1, reason: wrong }] }
  const read = readFrontMatter(source, frontMatter[type])
  if ('problems' in read) return read
  const heading = firstLevelHeading(read.body)
  if (heading !== null) {
    return { problems: [{ line: read.line + heading, reason: FIRST_LEVEL_HEADING }] }
  }
  const { data, body, line } = read
  const path = pathOfEntry({ type, slug })
  return { entry: { type, slug, path, tags: [], ...data, body, hash, file, line } }
}

/** Splits a file into validated front matter and body. `line` is the first line of the body. */
export function readFrontMatter<S extends z.ZodType>(
  source: string,
  schema: S,
): { data: z.output<S>; body: string; line: number } | WithProblems {
  const match = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(source)
  if (!match)
    return { problems: [{ line: 1, reason: 'begin the file with front matter between two lines of ---' }] }
  // Front matter starts on line 2 of the file.
  const read = readYaml(match[1]!, schema, 2)
  if ('problems' in read) return read
  const line = match[0].split('\n').length
  return { data: read.data, body: source.slice(match[0].length).replaceAll('\r\n', '\n'), line }
}
