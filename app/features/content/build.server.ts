import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyKey } from '#app/features/content/bodies.server.ts'
import { openLibrary } from '#app/features/content/library.server.ts'
import { referencePages } from '#app/features/content/reference.server.ts'
import type { Entry } from '#app/features/content/schema.ts'

type Place = { contentDir: string; folder: string; version: string; made?: readonly Entry[] }

/**
 * Renders the body of every content file, and of what is published besides, into `folder`, where a server of this version finds it, and removes what is no
 * longer used. Throws an error that names file, line and reason of each that is wrong.
 */
export async function buildContent({
  contentDir,
  folder,
  version,
  made = referencePages(),
}: Place): Promise<void> {
  const log = { warn: (facts: object) => void wrong.push(String((facts as { err?: unknown }).err)) }
  const wrong: string[] = []
  const library = openLibrary({
    contentDir,
    shelves: { built: null, cache: folder },
    version,
    log,
    made,
  })
  await library.reload()
  for (const entry of library.entries) {
    await library.html(entry).catch((error: unknown) => wrong.push((error as Error).message))
  }
  if (wrong.length) throw new Error(wrong.join('\n'))
  const used = new Set(library.entries.map((entry) => `${bodyKey(version, entry)}.html`))
  for (const name of await readdir(folder)) {
    if (!used.has(name) && name.endsWith('.html')) await rm(join(folder, name))
  }
}
