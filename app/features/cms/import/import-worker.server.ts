import { Refusal } from '#app/errors.ts'
import { readSite, type SiteFile } from '#app/features/cms/import/read-site.server.ts'
import type { PrepareOptions } from '#app/features/cms/import/prepare.server.ts'
import type { ReadySite } from '#app/features/cms/import/site.ts'
import { truncate } from '#app/primitives/text.ts'

/** Message to the process that reads imports. */
export type ReadRequest = { file: SiteFile; options: PrepareOptions }
/** Message from the process. `refused` is for the person who imports, and `failed` is for the log. */
export type ReadResponse = { site: ReadySite } | { refused: string } | { failed: string }

/** Maximum length of an error in characters, because it can quote the file. */
const MAX_ERROR = 4_000

// The files are untrusted. A failure ends only this process.
process.on('message', async ({ file, options }: ReadRequest) => {
  const bytes = Buffer.from(file.bytes)
  const answer: ReadResponse = await readSite({ name: file.name, bytes }, options).then(
    (site) => ({ site }),
    (error: unknown) =>
      error instanceof Refusal
        ? { refused: truncate(error.message, MAX_ERROR) }
        : { failed: truncate(String(error instanceof Error ? error.stack : error), MAX_ERROR) },
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
