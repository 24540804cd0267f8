/** What `package-lock.json` says of the packages of an installation without those for development. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Locked A package of the lock file, as npm writes it.
 * @property {string} [name] where it stands under another name
 * @property {string} version
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {string} [license]
 * @property {boolean} [inBundle] it comes inside the archive of the package around it
 * @property {boolean} [dev]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 */
/** @typedef {{ place: string, name: string, version: string, license: string, forOneSystem: boolean }} Package */

/** Every place of the lock file but the root, with what is there. @returns {[place: string, locked: Locked][]} */
export function lockedPackages() {
  const { packages } = /** @type {{ packages: Record<string, Locked> }} */ (
    JSON.parse(readFileSync('package-lock.json', 'utf8'))
  )
  return Object.entries(packages).filter(([place]) => place !== '')
}

/** The packages that `npm install --omit=dev` installs, here or on another system. @returns {Package[]} */
export const productionPackages = () =>
  lockedPackages()
    .filter(([, { dev }]) => !dev)
    .map(([place, locked]) => ({
      place,
      name: locked.name ?? place.replace(/^.*node_modules\//, ''),
      version: locked.version,
      license: locked.license ?? installedLicense(place) ?? 'unknown',
      forOneSystem: Boolean(locked.os ?? locked.cpu),
    }))

/**
 * The license that an installed package names itself, in today's field or those of before 2015; `null` where the package is
 * not installed, as those for other systems are not.
 * @param {string} place
 * @returns {string | null}
 */
export function installedLicense(place) {
  const manifest = installed(place)
  if (!manifest) return null
  const { license, licenses } = manifest
  if (typeof license === 'string') return license
  if (license?.type) return license.type
  return (licenses ?? []).map(({ type }) => type).join(' OR ') || 'unknown'
}

/**
 * The `package.json` of an installed package.
 * @param {string} place
 * @returns {{ version: string, license?: string | { type: string }, licenses?: { type: string }[] } | null}
 */
export function installed(place) {
  try {
    return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  } catch {
    return null
  }
}
