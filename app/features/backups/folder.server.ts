import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Invalid, NotFound } from '#app/errors.ts'
import { manifest, MANIFEST, type Manifest } from '#app/features/backups/schema.ts'

const PREFIX = 'signpost-'
const UNFINISHED = '.unfinished'

/** Returns the name of a backup, which sorts by time and is valid on every file system. */
export const backupNameAt = (time: string) => `${PREFIX}${time.replace(/[:.]/g, '-')}`

/**
 * Fills a new folder and returns its path. The folder gets its name only when all files are on disk, so that an
 * interrupted backup never looks complete.
 */
export async function fillFolderAtomically(
  parent: string,
  name: string,
  fill: (folder: string) => Promise<Omit<Manifest, 'files'>>,
): Promise<{ path: string; manifest: Manifest }> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const draft = join(parent, `${name}${UNFINISHED}`)
  await mkdir(draft, { mode: 0o700 })
  try {
    const parts = await fill(draft)
    const files = await describe(draft)
    const whole: Manifest = { ...parts, files }
    await writeDurably(join(draft, MANIFEST), `${JSON.stringify(whole, null, 2)}\n`)
    const path = join(parent, name)
    await rename(draft, path)
    await fsyncFolder(parent)
    return { path, manifest: whole }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Reads the manifest of a backup. Throws `NotFound` if there is no manifest, and `Invalid` for an unknown format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new NotFound(
      `${folder} contains no backup (${error.code}). Use a folder that signpost backup created.`,
    )
  })
  const parsed = manifest.safeParse(readJson(text))
  if (parsed.success) return parsed.data
  throw new Invalid(
    `${join(folder, MANIFEST)} is not the manifest of a backup that this version can read. Use a folder that signpost backup created.`,
  )
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Throws an error with the file names if a backup differs from its manifest. */
export async function verify(folder: string, { files }: Manifest): Promise<void> {
  const wrong: string[] = []
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const found = await digest(join(folder, name)).catch(() => null)
    if (found?.bytes !== bytes || found.sha256 !== sha256) wrong.push(name)
  }
  if (wrong.length)
    throw new Invalid(
      `The backup is damaged: ${wrong.join(', ')} was changed or is incomplete. Use another backup.`,
    )
}

/** Returns the names of the folders of finished backups. */
export async function backupNames(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true })
  return entries
    .filter((one) => one.isDirectory() && one.name.startsWith(PREFIX) && !one.name.endsWith(UNFINISHED))
    .map(({ name }) => name)
}

/** Deletes all but the newest backups in a folder. Returns the deleted names. */
export async function prune(parent: string, keep: number): Promise<string[]> {
  const whole = []
  for (const name of await backupNames(parent))
    if (await readManifest(join(parent, name)).catch(() => null)) whole.push(name)
  const old = whole.sort().reverse().slice(keep)
  for (const name of old) await rm(join(parent, name), { recursive: true, force: true })
  return old
}

async function describe(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: Manifest['files'] = {}
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const handle = await open(path, 'r')
    await handle
      .chmod(0o600)
      .then(() => handle.sync())
      .finally(() => handle.close())
    files[path.slice(folder.length + 1)] = await digest(path)
  }
  return files
}

async function digest(path: string) {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async function (chunks) {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      bytes += chunk.length
      hash.update(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** Writes a file and syncs it to disk. */
async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs a folder to disk, so that new file names in the folder are durable. */
export async function fsyncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
