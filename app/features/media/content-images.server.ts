import { constants } from 'node:fs'
import { open, readdir, realpath, type FileHandle } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { hashOf } from '#app/features/media/prepare.server.ts'
import { detectImageType } from '#app/features/media/sniff.server.ts'
import { readMediaFile } from '#app/site/image-paths.ts'

/** Maximum size of an image in the content folder. Exported images can be larger than their uploads. */
const MAX_BYTES = 64 * 1024 * 1024

/** Folder of the images, which is in the content folder. */
type Place = { mediaDir: string }

/** Checks whether the content folder has a file with the name of an image. */
export async function hasContentImage(place: Place, file: string): Promise<boolean> {
  const handle = await openImage(place, file)
  await handle?.close()
  return handle !== null
}

/**
 * Reads an image of the content folder. Returns null if the file does not exist, or if its name does not contain the
 * hash and the type of its bytes.
 */
export async function readContentImage(place: Place, file: string): Promise<Buffer | null> {
  const said = readMediaFile(file)
  const handle = await openImage(place, file)
  if (!said || !handle) return null
  try {
    const bytes = await handle.readFile()
    const isTrue = detectImageType(bytes) === said.extension && (await hashOf(bytes)).startsWith(said.hash)
    return isTrue ? bytes : null
  } finally {
    await handle.close()
  }
}

/** Lists the names of the images in the content folder. */
export async function listContentImages({ mediaDir }: Place): Promise<string[]> {
  const names = await readdir(mediaDir).catch(() => [])
  return names.filter((name) => readMediaFile(name) !== null).sort()
}

/** Opens a regular file of a permitted size. Links are followed only inside the content folder. */
async function openImage({ mediaDir }: Place, file: string): Promise<FileHandle | null> {
  if (!readMediaFile(file)) return null
  const [path, root] = await Promise.all([
    realpath(join(mediaDir, file)).catch(() => null),
    realpath(dirname(mediaDir)).catch(() => null),
  ])
  if (!path || !root || !path.startsWith(root + sep)) return null
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(path, flags).catch(() => null)
  const said = await handle?.stat()
  if (handle && said?.isFile() && said.size <= MAX_BYTES) return handle
  await handle?.close()
  return null
}
