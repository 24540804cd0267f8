import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { readEntries } from '#app/features/content/files.server.ts'
import { makeRenderer } from '#app/features/content/render.server.tsx'
import type { Entry, EntryType } from '#app/features/content/schema.ts'
import { makeSearch, type Found } from '#app/features/content/search.server.ts'
import { readSkills, type Skill } from '#app/features/content/skills.server.ts'

/** The published content, read once and kept. */
export type Library = {
  /** Another one for every other content. */
  digest: string
  entries: Entry[]
  skills: Skill[]
  find(path: string): Entry | undefined
  /** The body as static HTML. Rendered at most once for each text and version. */
  html(entry: Entry): Promise<string>
  search(
    q: string,
    options: { type?: EntryType | undefined; limit: number },
  ): { results: Found[]; total: number }
  /** Renders everything that is not rendered yet, one after the other. A body that fails is logged and passed over. */
  warm(): Promise<void>
}

/** Names every wrong content file, one `file:line: reason` a line. */
export class WrongContent extends Error {
  override name = 'WrongContent'
}

type Place = {
  contentDir: string
  cacheDir: string | null
  version: string
  log: Pick<Logger, 'error' | 'warn'>
}

/**
 * Reads the content folder. Rendered bodies are kept in `cacheDir` under a hash of `version` and text, so that a new
 * version of the renderer never meets an old rendering; null keeps them in memory only. Throws `WrongContent`.
 */
export async function openLibrary({ contentDir, cacheDir, version, log }: Place): Promise<Library> {
  const [{ entries, problems }, { skills, problems: more }] = await Promise.all([
    readEntries(contentDir),
    readSkills(contentDir),
  ])
  const wrong = [...problems, ...more]
  if (wrong.length) {
    throw new WrongContent(
      wrong.map(({ file, line, reason }) => `content/${file}:${line}: ${reason}`).join('\n'),
    )
  }
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const render = makeRenderer()
  const rendered = new Map<string, Promise<string>>()
  let search: ReturnType<typeof makeSearch> | null = null

  function html(entry: Entry) {
    const key = sha256(`${version}\0${entry.body}`)
    let body = rendered.get(key)
    if (!body) {
      body = cached(cacheDir, key, () => render(entry), log)
      rendered.set(key, body)
      body.catch(() => rendered.delete(key))
    }
    return body
  }

  return {
    digest: sha256(JSON.stringify([version, entries, skills.map(({ digest }) => digest)])),
    entries,
    skills,
    find: (path) => byPath.get(path),
    html,
    search(q, options) {
      search ??= makeSearch(entries)
      return search(q, options)
    },
    async warm() {
      for (const entry of entries) {
        await html(entry).catch((error: unknown) =>
          log.error({ err: error }, 'a content file does not render'),
        )
      }
    },
  }
}

/** A cache file is the digest of the rest on its first line: one that was cut short or changed counts as not there. */
async function cached(
  cacheDir: string | null,
  key: string,
  render: () => Promise<string>,
  log: Place['log'],
) {
  if (cacheDir === null) return render()
  const file = join(cacheDir, `${key}.html`)
  const stored = await readFile(file, 'utf8').catch(() => '')
  const html = stored.slice(65)
  if (stored.length > 64 && stored.slice(0, 64) === sha256(html)) return html
  const fresh = await render()
  try {
    await mkdir(cacheDir, { recursive: true })
    const draft = `${file}.${randomUUID()}`
    await writeFile(draft, `${sha256(fresh)}\n${fresh}`)
    await rename(draft, file)
  } catch (error) {
    log.warn({ err: error }, 'a rendered page could not be kept on disk')
  }
  return fresh
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
