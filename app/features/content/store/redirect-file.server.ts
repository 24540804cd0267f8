import { join } from 'node:path'
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { MAX_REDIRECTS, redirectInput } from '#app/features/content/redirects.ts'
import type { Problem } from '#app/features/content/store/files.server.ts'
import { readTextFile } from '#app/features/content/store/text-file.server.ts'
import type { YamlProblem } from '#app/features/content/store/yaml.server.ts'
import { yamlRefusal } from '#app/features/content/yaml-bounds.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Name of the file with redirects at the root of the content folder. */
export const REDIRECTS_FILE = 'redirects.yaml'

/** Maximum size of the file. Each redirect has seven YAML tokens. */
export const MAX_REDIRECT_BYTES = 4 * 1024 * 1024
const bounds = { name: 'file', characters: MAX_REDIRECT_BYTES, tokens: MAX_REDIRECTS * 10 }

/** Maximum number of reported problems. */
const MAX_PROBLEMS = 100

type Redirects = ReadonlyMap<string, string>
type Source = { from: string; to: string; line: number }

/** Reads `redirects.yaml`. Returns no redirects if the file is missing. `pages` are the paths of the content files. */
export async function readRedirectFile(
  contentDir: string,
  pages: ReadonlySet<string>,
): Promise<{ redirects: Redirects; problems: Problem[] }> {
  let source: string
  try {
    source = await readTextFile(join(contentDir, REDIRECTS_FILE), MAX_REDIRECT_BYTES)
  } catch (error) {
    const { message: reason } = error as Error
    return { redirects: new Map(), problems: [{ file: REDIRECTS_FILE, line: 1, reason }] }
  }
  const { redirects, problems } = parseRedirects(source, pages)
  return { redirects, problems: problems.map((one) => ({ file: REDIRECTS_FILE, ...one })) }
}

/** Parses a map of former paths to paths. Lists invalid redirects, loops and paths in `pages` as problems. */
export function parseRedirects(
  source: string,
  pages: ReadonlySet<string> = new Set(),
): { redirects: Redirects; problems: YamlProblem[] } {
  const redirects = new Map<string, string>()
  const refusal = yamlRefusal(source, bounds)
  if (refusal) return { redirects, problems: [refusal] }
  const read = pairsIn(source)
  const problems = [...read.problems]
  if (read.pairs.length > MAX_REDIRECTS)
    problems.push({ line: 1, reason: `use at most ${formatInteger(MAX_REDIRECTS)} redirects` })
  for (const { line, ...pair } of read.pairs) {
    if (problems.length >= MAX_PROBLEMS) break
    const parsed = redirectInput.safeParse(pair)
    const [issue] = parsed.error?.issues ?? []
    if (issue) problems.push({ line, reason: `${pair.from || 'from'}: ${issue.message}` })
    else if (redirects.has(pair.from)) problems.push({ line, reason: `${pair.from}: use each path once` })
    else if (pages.has(pair.from.toLowerCase()))
      problems.push({ line, reason: `${pair.from}: there is a page at this path` })
    else redirects.set(parsed.data!.from, parsed.data!.to)
  }
  const loops = loopsIn(redirects)
  for (const { from, line } of read.pairs)
    if (loops.has(from)) problems.push({ line, reason: `${from}: this redirect is part of a loop` })
  return { redirects, problems: problems.slice(0, MAX_PROBLEMS) }
}

function pairsIn(source: string): { pairs: Source[]; problems: YamlProblem[] } {
  const lines = new LineCounter()
  // The parser compares each key with all others, which takes seconds for thousands of keys.
  const { errors, contents } = parseDocument(source, { lineCounter: lines, uniqueKeys: false })
  const lineAt = (offset: number) => lines.linePos(offset).line
  const problems = errors.map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    reason: message.split(' at line')[0]!,
  }))
  if (problems.length || !contents) return { pairs: [], problems }
  if (!isMap(contents))
    return { pairs: [], problems: [{ line: 1, reason: 'use lines such as /old-page: /new-page' }] }
  const textOf = (node: unknown) =>
    isScalar(node) && typeof node.value === 'string' ? node.value.trim() : ''
  const pairs = contents.items.map(({ key, value }) => ({
    from: textOf(key),
    to: textOf(value),
    line: lineAt((key as { range?: number[] | null } | null)?.range?.[0] ?? 0),
  }))
  return { pairs, problems }
}

/** Returns the paths whose redirects form loops. */
function loopsIn(redirects: Redirects): ReadonlySet<string> {
  const loops = new Set<string>()
  const done = new Set<string>()
  for (const from of redirects.keys()) {
    const here = new Set<string>()
    let at: string | undefined = from
    for (; at !== undefined && !done.has(at) && !here.has(at); at = redirects.get(at)) here.add(at)
    for (; at !== undefined && here.has(at) && !loops.has(at); at = redirects.get(at)) loops.add(at)
    for (const one of here) done.add(one)
  }
  return loops
}

/** Merges redirects. Stored redirects override those of the file, and redirects of the file never close a loop. */
export function mergeRedirects(stored: Redirects, file: Redirects): Redirects {
  if (!file.size) return stored
  const merged = new Map([...file, ...stored])
  for (const from of loopsIn(merged)) if (!stored.has(from)) merged.delete(from)
  return merged
}
