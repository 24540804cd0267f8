import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { Invalid } from '#app/errors.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import { formatBytes } from '#app/primitives/bytes.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Files of an archive by path. Directories and files of the operating system are omitted. */
export type Archive = {
  files: ReadonlyMap<string, { size: number }>
  read(file: string): Promise<Buffer>
}

export const isZip = (bytes: Buffer) => bytes.length > 3 && bytes.readUInt32LE(0) === 0x04034b50

/** File type bits of a Unix mode, and the type of a regular file. */
const FILE_TYPE = 0o170000
const REGULAR = 0o100000
const UNIX = 3

const junk = /(?:^|\/)(?:__MACOSX|\.git|node_modules|\.DS_Store|Thumbs\.db)(?:\/|$)/

/**
 * Opens a ZIP in memory. Checks the declared sizes, paths and types of all files first, and unpacks each file only when
 * it is read. Throws `Invalid` with the file and the reason.
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true }).catch(unreadable)
  const entries = await listEntries(zip)
  return {
    files: new Map([...entries].map(([name, { uncompressedSize }]) => [name, { size: uncompressedSize }])),
    async read(file) {
      const entry = entries.get(file)
      if (!entry) throw new Invalid(`${file}: The archive does not contain this file.`)
      return readEntry(zip, entry)
    },
  }
}

/** Replaces the ZIP reader's error, whose message is too technical. */
const unreadable = (error: unknown): never => {
  const isPath = /absolute path|relative path|in fileName/.test((error as Error).message)
  throw new Invalid(
    isPath
      ? 'The ZIP archive contains an absolute path, or a path with “..” or a backslash. Create the archive again with relative paths.'
      : 'The ZIP archive is damaged or incomplete. Create the archive again.',
  )
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > importLimits.files)
    throw new Invalid(
      `The archive has ${formatInteger(zip.entryCount)} files. The maximum is ${formatInteger(importLimits.files)}. Remove files, or import in parts.`,
    )
  const entries = new Map<string, Entry>()
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (name.endsWith('/') || junk.test(name)) continue
      const problem = problemOf(entry) ?? (entries.has(name) ? 'The archive contains this file twice' : null)
      if (problem) throw new Invalid(`${name}: ${problem}.`)
      total += entry.uncompressedSize
      if (total > importLimits.unpacked)
        throw new Invalid(
          `The archive unpacks to more than ${formatBytes(importLimits.unpacked)}. Remove files, or import in parts.`,
        )
      entries.set(name, entry)
    }
  } catch (error) {
    if (error instanceof Invalid) throw error
    return unreadable(error)
  }
  return entries
}

/** Returns why a file is refused, or null. */
function problemOf(entry: Entry): string | null {
  const { fileName, uncompressedSize, compressedSize, versionMadeBy, externalFileAttributes } = entry
  const mode = (externalFileAttributes >>> 16) & FILE_TYPE
  if (versionMadeBy >> 8 === UNIX && mode !== 0 && mode !== REGULAR)
    return 'This is a symbolic link or a special file. Remove it from the archive'
  if (entry.isEncrypted()) return 'The file is encrypted. Create the archive without a password'
  if (fileName.length > 300 || /[\u0000-\u001f\u007f]/.test(fileName))
    return 'The path is too long or contains control characters. Rename the file'
  if (fileName.split('/').length > importLimits.folders)
    return `Use at most ${importLimits.folders} levels of folders`
  if (uncompressedSize > importLimits.file)
    return `The file unpacks to more than ${formatBytes(importLimits.file)}`
  if (uncompressedSize > importLimits.text && uncompressedSize > compressedSize * importLimits.ratio)
    return `The file unpacks to more than ${importLimits.ratio} times its size`
  return null
}

/** Unpacks one file. The unpacker stops at the declared size, so a false size cannot fill the memory. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await zip.openReadStreamPromise(entry))
  } catch {
    throw new Invalid(
      `${entry.fileName}: The file is damaged or uses an unsupported compression. Create the archive again with standard compression (Deflate).`,
    )
  }
}
