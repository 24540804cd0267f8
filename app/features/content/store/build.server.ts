import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyKey } from '#app/features/content/render/body-cache.server.ts'
import type { ContentKit } from '#app/features/content/render/components.server.tsx'
import { openContentIndex } from '#app/features/content/store/content-index.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { writeChecksummedFile, readChecksummedFile } from '#app/platform/cache/checksummed-file.server.ts'
import { fromJson } from '#app/primitives/json.ts'

type Place = { contentDir: string; folder: string; version: string; kit: ContentKit; made: readonly Entry[] }

/** Returns the name of the build file with the generated entries. */
const generatedFile = (version: string) => `reference-${version}.json`

/** Returns the generated entries from a build, or null if there is no build of this version. */
export async function readGenerated(folder: string, version: string): Promise<readonly Entry[] | null> {
  const kept = await readChecksummedFile(join(folder, generatedFile(version)))
  return kept && fromJson<Entry[]>(kept.toString())
}

/**
 * Renders content files and generated entries into `folder`, stores the generated entries and deletes unused files.
 * Throws an error with the file, line and reason for each problem.
 */
export async function buildContent({ contentDir, folder, version, kit, made }: Place): Promise<void> {
  const log = { warn: (facts: object) => void wrong.push(String((facts as { err?: unknown }).err)) }
  const wrong: string[] = []
  const library = openContentIndex({
    contentDir,
    shelves: { built: null, cache: folder },
    version,
    log,
    kit,
    made,
    isBundled: true,
  })
  await library.reload()
  for (const entry of library.entries) {
    await library.html(entry).catch((error: unknown) => wrong.push((error as Error).message))
  }
  if (wrong.length) throw new Error(wrong.join('\n'))
  await writeChecksummedFile(join(folder, generatedFile(version)), Buffer.from(JSON.stringify(made)))
  const used = new Set(library.entries.map((entry) => `${bodyKey(version, entry)}.html`))
  used.add(generatedFile(version))
  for (const name of await readdir(folder)) {
    if (!used.has(name) && /\.(html|json)$/.test(name)) await rm(join(folder, name))
  }
}
