import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The path of the first program of these names that stands on `PATH`.
 * @param {string[]} names
 */
export function installed(names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) if (isExecutable(join(folder, name))) return join(folder, name)
  }
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Installs a package of Debian where we may, and says whether it is there now.
 * @param {string} name
 */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  process.stderr.write(`Installing ${name} from Debian’s packages …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ].every((args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0)
}

/**
 * The path of a program that the tests run. Installs Debian's package of the same name when it is missing, and throws
 * when that is not to be had.
 * @param {string} name
 */
export function findProgram(name) {
  const path = installed([name]) ?? (installDebianPackage(name) ? installed([name]) : undefined)
  if (path) return path
  throw new Error(`There is no ${name} on the PATH. Install it: the tests run it.`)
}
