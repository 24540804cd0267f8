/** The text of an answer from outside; null when it has more than `longest` bytes, of which no more are read then. */
export async function readLimited({ body }: Response, longest: number): Promise<string | null> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let next = await reader?.read(); next && !next.done; next = await reader!.read()) {
    length += next.value.length
    if (length > longest) {
      // Not waited for: whoever sends too much may not stop at once.
      void reader!.cancel().catch(() => undefined)
      return null
    }
    chunks.push(next.value)
  }
  return Buffer.concat(chunks).toString()
}
