import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#app/platform/config/config.server.ts'

/** Pattern of message names: time, then id of the email, so that names sort by time. */
const messageName = /^\d{8}T\d{9}Z-[0-9A-HJKMNP-TV-Z]{26}$/

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'mailbox')
const stamp = (at: Date) => at.toISOString().replace(/[-:.]/g, '')

/** Returns the ISO time at which a message was written, from its name. */
export const timeOfMessage = (name: string) =>
  name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z')

/** Writes a message to the mailbox atomically, readable only by the system user that runs the service. */
export async function writeMessage(
  config: Pick<Config, 'dataDir'>,
  { id, at, bytes }: { id: string; at: Date; bytes: Buffer },
): Promise<void> {
  const folder = folderOf(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${randomUUID()}.draft`)
  await writeFile(draft, bytes, { mode: 0o600 })
  await rename(draft, join(folder, `${stamp(at)}-${id}.eml`))
}

/** Returns the names of all messages, newest first. */
export async function messageNames(config: Pick<Config, 'dataDir'>): Promise<string[]> {
  const files = await readdir(folderOf(config)).catch(noneWhenMissing)
  return files
    .filter((file) => file.endsWith('.eml'))
    .map((file) => file.slice(0, -'.eml'.length))
    .filter((name) => messageName.test(name))
    .sort()
    .reverse()
}

/** Returns the bytes of a message, or null if the name is unknown or malformed. */
export async function readMessageFile(config: Pick<Config, 'dataDir'>, name: string): Promise<Buffer | null> {
  if (!messageName.test(name)) return null
  return readFile(join(folderOf(config), `${name}.eml`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** Deletes a message if it exists. */
export const deleteMessage = (config: Pick<Config, 'dataDir'>, name: string): Promise<void> =>
  rm(join(folderOf(config), `${name}.eml`), { force: true })

/** Deletes the messages written before a time. */
export async function deleteMessagesBefore(config: Pick<Config, 'dataDir'>, time: Date): Promise<void> {
  const old = (await messageNames(config)).filter((name) => name < stamp(time))
  for (const name of old) await deleteMessage(config, name)
}

function noneWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
