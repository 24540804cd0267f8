import { Zip, ZipDeflate, strToU8 } from 'fflate'

/** Packs files into one ZIP as they come, a file at a time in memory. */
export async function* zipped(
  files: AsyncIterable<{ path: string; text: string }>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { path, text } of files) {
    const file = new ZipDeflate(path, { level: 6 })
    zip.add(file)
    file.push(strToU8(text), true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}
