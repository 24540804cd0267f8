/** `npm run licenses`: writes the page of licenses from the lock file and what is installed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { listedQuestions } from '#tests/support/documents/listed-questions.js'
import { escaped } from '#tests/support/documents/markdown-text.js'
import { productionPackages } from '#tests/supply/packages.js'

/** @typedef {import('#tests/supply/packages.js').Package} Package */

export const page = 'content/docs/licenses.mdx'

/** Licenses under which we may pass on what we do not change. */
const fine = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]

/** And this one for these packages only: a library of its own file, which can be replaced by another build of it. */
const libraries = { license: 'LGPL-3.0-or-later', names: /^@img\/sharp-/ }

/**
 * Whether a package may be shipped: every part of `A AND B` must be fine, one of `A OR B`. An expression of both, or
 * one with an exception, is refused, so that somebody reads it.
 * @param {Pick<Package, 'name' | 'license'>} of
 */
export function mayShip({ name, license }) {
  const allowed = (/** @type {string} */ id) =>
    fine.includes(id) || (id === libraries.license && libraries.names.test(name))
  const text = license.replace(/^\((.*)\)$/, '$1')
  const either = text.split(' OR ')
  return either.length > 1 ? either.some(allowed) : text.split(' AND ').every(allowed)
}

/** The page, as it is for these packages. @param {Package[]} packages @param {string} updated a date such as 2026-11-22 */
export function drawLicenses(packages, updated) {
  /** @type {Map<string, Package[]>} */
  const byLicense = new Map()
  for (const one of packages) {
    const license = one.license.replace(/^\((.*)\)$/, '$1')
    byLicense.set(license, [...(byLicense.get(license) ?? []), one])
  }
  const groups = [...byLicense].map(([license, of]) => ({ license, names: namesOf(of) }))
  groups.sort((one, other) => other.names.length - one.names.length || (one.license < other.license ? -1 : 1))
  return `---
title: "Licenses"
description: "Every package in a production installation with its version, grouped by license."
updated: "${updated}"
section: "Trust"
order: 560
appendix: true
${listedQuestions(page)}---

Signpost is under the MIT license. This page lists the packages that \`npm install --omit=dev\` installs, with exact versions. If you distribute a container image, you distribute these packages too. \`npm run licenses\` generates the page from \`package-lock.json\`. A test compares the page with the installed packages and rejects licenses that are not on our list.

No package is modified. You can replace packages under the MPL, the font under the OFL, and \`libvips\` under the LGPL, which \`sharp\` loads as a separate file. License texts are in the packages’ folders in \`node_modules\`. Packages with an asterisk have a build for each operating system. Only one or two of the builds are installed.

${groups.map(({ license, names }) => `## ${escaped(license)}\n\n${names.map(escaped).join(', ')}\n`).join('\n')}
## Where to go next

[Threat model](/docs/threat-model) lists attacks and defenses. [Security](/docs/security) describes the defenses in detail.
`
}

/** Names with their versions, each once. @param {Package[]} packages */
function namesOf(packages) {
  /** @type {Map<string, Set<string>>} */
  const versions = new Map()
  for (const { name, version, forOneSystem } of packages) {
    const shown = forOneSystem ? allOf(name) : name
    versions.set(shown, (versions.get(shown) ?? new Set()).add(version))
  }
  return [...versions]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, of]) => `${name} ${[...of].sort().join(' and ')}`)
}

/** `@esbuild/linux-x64` is one of `@esbuild/*`. @param {string} name */
const allOf = (name) =>
  name.replace(
    /(\/|-)(aix|android|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|webcontainers|win32)-.*$/,
    '$1*',
  )

/** The day that a page says it is of. @param {string} text */
export function updatedOf(text) {
  return /^updated: "(.*)"$/m.exec(text)?.[1] ?? null
}

if (process.argv[1] === import.meta.filename) {
  const packages = productionPackages()
  const refused = packages.filter((one) => !mayShip(one))
  for (const { name, license } of refused)
    process.stderr.write(`${name} is under ${license}, which nobody has agreed to\n`)
  const today = new Date().toISOString().slice(0, 10)
  const before = readFileSync(page, { encoding: 'utf8', flag: 'a+' })
  // The day changes with the list, and not with each call.
  if (drawLicenses(packages, updatedOf(before) ?? today) !== before)
    writeFileSync(page, drawLicenses(packages, today))
  process.exit(refused.length ? 1 : 0)
}
