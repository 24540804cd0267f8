import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyKey } from '#app/features/content/bodies.server.ts'
import { openLibrary } from '#app/features/content/library.server.ts'
import { keepFile } from '#app/kept-file.server.ts'
import { referenceFile, referencePages } from '#app/features/content/reference.server.ts'
import type { Entry } from '#app/features/content/schema.ts'

type Place = { contentDir: string; folder: string; version: string; made?: readonly Entry[] }

/**
 * Renders all content files and API reference pages into `folder`, stores the reference there, and deletes unused files.
 * Throws an error that lists the file, line and reason of each problem.
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
  await keepFile(join(folder, referenceFile(version)), Buffer.from(JSON.stringify(made)))
  const used = new Set(library.entries.map((entry) => `${bodyKey(version, entry)}.html`))
  used.add(referenceFile(version))
  for (const name of await readdir(folder)) {
    if (!used.has(name) && /\.(html|json)$/.test(name)) await rm(join(folder, name))
  }
}
