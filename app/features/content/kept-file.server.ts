import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
/** How many bytes stand behind the content. */
export const DIGEST = 32

/**
 * Reads what `keepFile` wrote; null when there is no such file, or when it was cut short or changed. The digest stands
 * behind the content, where the readers of most formats pass over it, so that a kept image opens as an image.
 */
export async function readKept(file: string): Promise<Buffer | null> {
  const stored = await readFile(file).catch(() => null)
  if (!stored || stored.length < DIGEST) return null
  const content = stored.subarray(0, -DIGEST)
  return digestOf(content).equals(stored.subarray(-DIGEST)) ? content : null
}

/** Writes a file whole or not at all, with its digest behind it. Rejects when the file system refuses. */
export async function keepFile(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, Buffer.concat([content, digestOf(content)]))
  await rename(draft, file)
}
