import { rmSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits for the lock, a directory, and returns its release function. Breaks the lock of a process that is no longer
 * running.
 * @param {string} lock
 * @param {(line: string) => void} say
 */
export async function acquireLock(lock, say) {
  await mkdir(dirname(lock), { recursive: true })
  for (let waited = false; ; waited = true) {
    try {
      await mkdir(lock)
      break
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    const holder = await readText(join(lock, 'pid'))
    if (await isStale(lock, holder)) {
      await breakLock(lock, holder)
      continue
    }
    if (!waited) say(`Waiting for another process (${holder ?? 'unknown'}) to finish preparing.`)
    await wait(200)
  }
  const unlock = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', unlock)
  await writeFile(join(lock, 'pid'), String(process.pid))
  return () => {
    process.off('exit', unlock)
    unlock()
  }
}

/**
 * Checks whether the holder has ended. Our own process id belongs to a previous container, because we have no lock yet.
 * @param {string} lock
 * @param {string | null} holder
 */
async function isStale(lock, holder) {
  if (!holder) {
    const made = await stat(lock).catch(() => null)
    return made !== null && Date.now() - made.mtimeMs > 10_000
  }
  if (Number(holder) === process.pid) return true
  try {
    process.kill(Number(holder), 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}

/**
 * Renames the lock before deleting it, and restores it if another process has acquired it in between.
 * @param {string} lock
 * @param {string | null} holder
 */
async function breakLock(lock, holder) {
  const aside = `${lock}.${process.pid}`
  await rename(lock, aside).catch(() => {})
  if ((await readText(join(aside, 'pid'))) === holder) await rm(aside, { recursive: true, force: true })
  else await rename(aside, lock).catch(() => {})
}

/** @param {string} path */
const readText = (path) => readFile(path, 'utf8').catch(() => null)
