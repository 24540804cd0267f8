import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
/** How many bytes stand behind the content. */
export const DIGEST_BYTES = 32

/** Where a process keeps what it made from the content: rendered bodies, and share images. */
export const cacheFolders = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  ['content', 'share'].map((name) => join(dataDir, 'cache', name))

/**
 * Reads what `writeChecksummedFile` wrote; null when there is no such file, or when it was cut short or changed. The digest stands
 * behind the content, where the readers of most formats pass over it, so that a kept image opens as an image.
 */
export async function readChecksummedFile(file: string): Promise<Buffer | null> {
  const stored = await readFile(file).catch(() => null)
  if (!stored || stored.length < DIGEST_BYTES) return null
  const content = stored.subarray(0, -DIGEST_BYTES)
  if (!digestOf(content).equals(stored.subarray(-DIGEST_BYTES))) return null
  // Read, and so kept for longer. What ships with the build may be on a disk that nobody writes to.
  const now = new Date()
  void utimes(file, now, now).catch(() => {})
  return content
}

/** Writes a file whole or not at all, with its digest behind it. Rejects when the file system refuses. */
export async function writeChecksummedFile(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, Buffer.concat([content, digestOf(content)]))
  await rename(draft, file)
}
