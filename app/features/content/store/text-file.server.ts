import { readFile, stat } from 'node:fs/promises'
import { formatBytes } from '#app/primitives/bytes.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Reads a UTF-8 file. Returns an empty text if the file is missing. Otherwise throws an `Error` with the reason. */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!found) return ''
  // Reading a named pipe would never end.
  if (!found.isFile()) throw new Error('this is not a regular file')
  if (found.size > maxBytes) throw new Error(`the file is larger than ${formatBytes(maxBytes)}`)
  const bytes = await readFile(path)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Error('the file is not UTF-8: save the file in this encoding')
  }
}
