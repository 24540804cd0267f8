/** Reads a response body as text. Stops and returns null if the body is longer than `longest` bytes. */
export async function readLimited({ body }: Response, longest: number): Promise<string | null> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let next = await reader?.read(); next && !next.done; next = await reader!.read()) {
    length += next.value.length
    if (length > longest) {
      // Not awaited, because the sender can delay the cancellation.
      void reader!.cancel().catch(() => undefined)
      return null
    }
    chunks.push(next.value)
  }
  return Buffer.concat(chunks).toString()
}
