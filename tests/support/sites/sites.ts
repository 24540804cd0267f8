import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync, type Zippable } from 'fflate'

const root = 'tests/support/sites'

/** The files of a sample site by path, as its system exports them. */
export async function filesOfSite(name: string): Promise<Record<string, Uint8Array>> {
  const folder = join(root, name)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const pairs = files.sort().map(async (file) => {
    const path = file.slice(folder.length + 1)
    return [path, new Uint8Array(await readFile(file))] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}

/** A sample site as the ZIP that a person uploads. */
export async function zipOfSite(name: string): Promise<{ name: string; bytes: Buffer }> {
  return zipOf(await filesOfSite(name))
}

export const zipOf = (files: Zippable) => ({ name: 'site.zip', bytes: Buffer.from(zipSync(files)) })
