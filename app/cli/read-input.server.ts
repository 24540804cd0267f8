import { createReadStream } from 'node:fs'
import { Invalid } from '#app/errors.ts'
import { formatBytes } from '#app/primitives/bytes.ts'

/** Reads a file, or standard input for `-`. Throws `Invalid` if the file is too large or cannot be read. */
export async function readInput(file: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of (file === '-'
      ? process.stdin
      : createReadStream(file)) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most)
        throw new Invalid(`The file is larger than ${formatBytes(most)}. Split it, and import the parts.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Invalid) throw error
    throw new Invalid(
      `Cannot read the file (${(error as NodeJS.ErrnoException).code ?? 'unknown'}). Check its path and permissions.`,
    )
  }
  return Buffer.concat(chunks)
}
