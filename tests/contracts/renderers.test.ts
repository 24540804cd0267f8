import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILT_BODIES } from '#app/app.server.ts'
import { bodyKey } from '#app/features/content/render/body-cache.server.ts'
import { readEntries } from '#app/features/content/store/files.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createSafeRenderer } from '#app/features/content/render/safe-render.server.tsx'
import { readChecksummedFile } from '#app/platform/cache/checksummed-file.server.ts'

const version = readFileSync('build/stamp', 'utf8').trim()

/** What the build has rendered of the content, by the renderer of files. */
const built = async (entry: { body: string }) =>
  (await readChecksummedFile(join(BUILT_BODIES, `${bodyKey(version, entry)}.html`)))?.toString()

test(
  'every content file renders to the same bytes as text from a browser',
  { timeout: 120_000 },
  async () => {
    const draw = createSafeRenderer(referenceKit)
    const { entries } = await readEntries('content')
    for (const entry of entries) {
      const drawn = await draw(entry.body)
      expect([entry.path, 'html' in drawn && drawn.html]).toEqual([entry.path, await built(entry)])
    }
    expect(entries.length).toBeGreaterThan(50)
  },
)
