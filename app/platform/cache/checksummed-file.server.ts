import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
/** Length of the digest at the end of a file, in bytes. */
export const DIGEST_BYTES = 32

/** Returns the cache folders of this process: rendered bodies and share images. */
export const cacheFolders = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  ['content', 'share'].map((name) => join(dataDir, 'cache', name))

/**
 * Reads a file written by `writeChecksummedFile`. Returns null if the file is missing or corrupt. The digest is at the
 * end, so image viewers can still open the file.
 */
export async function readChecksummedFile(file: string): Promise<Buffer | null> {
  const stored = await readFile(file).catch(() => null)
  if (!stored || stored.length < DIGEST_BYTES) return null
  const content = stored.subarray(0, -DIGEST_BYTES)
  if (!digestOf(content).equals(stored.subarray(-DIGEST_BYTES))) return null
  // Reading extends the retention. Build files can be on a read-only disk.
  const now = new Date()
  void utimes(file, now, now).catch(() => {})
  return content
}

/** Writes a file atomically, followed by its digest. Rejects on file system errors. */
export async function writeChecksummedFile(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, Buffer.concat([content, digestOf(content)]))
  await rename(draft, file)
}
