import { chmod, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Conflict, Invalid, Refusal } from '#app/errors.ts'
import { templateFiles, type TemplateFile } from '#app/features/starter/starter.server.ts'

type Wanted = { folder: string; template: string; siteName: string; today: string }

/**
 * Writes the files of a template to a new or empty folder, and returns their paths. Removes all files after a failure.
 * Throws `Conflict` if the folder is not empty.
 */
export async function writeTemplate({ folder, template, ...texts }: Wanted): Promise<string[]> {
  const files = templateFiles(template, texts)
  const target = resolve(folder)
  try {
    if (await isFolder(target, folder)) await fillFolder(target, files)
    else await createFolder(target, files)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Invalid(
      code === 'ENOENT'
        ? `The folder ${dirname(target)} does not exist. Create it first.`
        : `The folder ${folder} cannot be written (${code ?? 'unknown'}). Check its path and permissions.`,
    )
  }
  return files.map(({ path }) => path)
}

/** Checks whether the folder exists. Throws `Conflict` unless the folder is empty. */
async function isFolder(target: string, folder: string): Promise<boolean> {
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    if (error.code === 'ENOTDIR') throw new Conflict(`${folder} is a file. Use the name of a new folder.`)
    throw error
  })
  if (names?.length) throw new Conflict(`The folder ${folder} is not empty. Use a new or empty folder.`)
  return names !== null
}

/** Creates the folder in one step: the files are written to a folder beside it, which is then renamed. */
async function createFolder(target: string, files: TemplateFile[]) {
  const prepared = await mkdtemp(`${target}.new-`)
  try {
    await writeFiles(prepared, files)
    await rename(prepared, target)
  } catch (error) {
    await rm(prepared, { recursive: true, force: true })
    throw error
  }
}

/** Fills an existing folder. It can be a mount point or the current folder, so it cannot be replaced. */
async function fillFolder(target: string, files: TemplateFile[]) {
  const prepared = await mkdtemp(join(target, '.new-'))
  const moved: string[] = []
  try {
    await writeFiles(prepared, files)
    for (const name of await readdir(prepared)) {
      await rename(join(prepared, name), join(target, name))
      moved.push(name)
    }
    await rmdir(prepared)
  } catch (error) {
    for (const name of [...moved, prepared]) await rm(resolve(target, name), { recursive: true, force: true })
    throw error
  }
}

/** Writes the files with permissions that let other users read them, such as the user of the server. */
async function writeFiles(root: string, files: TemplateFile[]) {
  await chmod(root, 0o755)
  for (const { path, text } of files) {
    for (const [at, sign] of [...path].entries()) {
      if (sign !== '/') continue
      const folder = join(root, path.slice(0, at))
      await mkdir(folder, { recursive: true })
      await chmod(folder, 0o755)
    }
    await writeFile(join(root, path), text, { flag: 'wx' })
    await chmod(join(root, path), 0o644)
  }
}
