import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import remixOptions from '../../remix.config.js'
import { skipTest } from '#tests/support/skipped.ts'
import { accepted } from '#tests/supply/accepted.js'
import { drawLicenses, mayShip, page, updatedOf } from '#tests/supply/licenses.js'
import { askAudit, readAudit } from '#tests/supply/npm-audit.js'
import { installed, installedLicense, lockedPackages, productionPackages } from '#tests/supply/packages.js'

type Manifest = Record<string, Record<string, string> | undefined>

const locked = lockedPackages()
const production = productionPackages()
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest
const asked = ['dependencies', 'devDependencies', 'optionalDependencies']

test(
  'npm audit finds nothing in production dependencies beyond the accepted findings',
  { timeout: 120_000 },
  async (context) => {
    const found = await askAudit()
    if (!found) return skipTest(context, 'npm audit (the registry does not answer it)')
    expect(found.filter(({ id }) => !(id in accepted))).toEqual([])
  },
)

test('npm audit findings are read, and only an unavailable registry is skipped', () => {
  const advisory = { name: 'left-pad', severity: 'high', title: 'It pads', url: 'https://x.example/GHSA-1' }
  const vulnerabilities = { 'left-pad': { via: [advisory] }, other: { via: ['left-pad'] } }
  expect(readAudit(JSON.stringify({ vulnerabilities: {} }))).toEqual([])
  expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual([
    { id: 'GHSA-1', about: 'left-pad, high: It pads' },
  ])
  const at = 'https://registry.example/-/npm/v1/security/advisories/bulk'
  expect(readAudit(JSON.stringify({ message: `405 Method Not Allowed - POST ${at}` }))).toBeNull()
  expect(readAudit(JSON.stringify({ message: `request to ${at} failed, reason: ENOTFOUND` }))).toBeNull()
  const broken = { error: { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.' } }
  expect(() => readAudit(JSON.stringify(broken))).toThrow('lockfile')
})

test('every accepted advisory is in the threat model, and no other', () => {
  const told = readFileSync('content/docs/threat-model.mdx', 'utf8').match(/GHSA(-\w{4}){3}/g)
  expect(told!.sort()).toEqual(Object.keys(accepted).sort())
})

test('what the accepted advisories are about is not used here', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const importing = (name: string) =>
    sources.filter((file) =>
      [...readFileSync(`app/${file}`, 'utf8').matchAll(/import \{([^}]*)\} from '@remix-run\/react'/g)].some(
        ([, names]) => names!.split(',').some((one) => one.trim() === name),
      ),
    )
  expect(importing('Form').length).toBeGreaterThan(0)
  for (const name of ['Link', 'NavLink', 'Navigate']) expect(importing(name)).toEqual([])
  expect(importing('useNavigate').sort()).toEqual(['ui/console/room-links.tsx', 'ui/lists/filters.tsx'])
  expect(remixOptions.future.v3_lazyRouteDiscovery).toBe(false)
})

test('the lock file has an exact version and digest for every package, and no URLs', () => {
  expect(locked.length).toBeGreaterThan(500)
  for (const [place, { version, integrity, resolved, link, inBundle }] of locked) {
    expect(version, place).toMatch(/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/)
    expect({ resolved, link }, place).toEqual({})
    // What comes inside the archive of another package has the digest of that.
    if (!inBundle) expect(integrity, place).toMatch(/^sha512-[\w+/]{86}==$/)
  }
})

test('the lock file matches package.json, which uses the registry alone', () => {
  const [manifest, lock] = [read('package.json'), read('package-lock.json')]
  const root = (lock.packages as unknown as Record<string, Manifest>)['']!
  for (const kind of asked) {
    expect(root[kind], kind).toEqual(manifest[kind])
    for (const [name, range] of Object.entries(manifest[kind]!))
      expect(range, name).toMatch(/^(npm:[\w@/-]+@)?[\^~]?\d[\w.-]*$/)
  }
  for (const [name, version] of Object.entries(manifest.overrides!)) {
    const versions = locked
      .filter(([place]) => place.endsWith(`node_modules/${name}`))
      .map(([, one]) => one.version)
    expect([...new Set(versions)], name).toEqual([version])
  }
})

/** Programs of packages that run at the installation: each is somebody else’s code with our rights. */
const scripted = ['better-sqlite3', 'esbuild', 'msw']

test('no other package runs a program of its own when it is installed', () => {
  const found = locked
    .filter(([, one]) => 'hasInstallScript' in one)
    .map(([place]) => place.replace(/^.*node_modules\//, ''))
  expect([...new Set(found)].sort()).toEqual(scripted)
})

test('what is installed is what the lock file says, under the licence that it says', () => {
  const here = production.filter(({ place }) => installed(place))
  expect(here.length).toBeGreaterThan(400)
  for (const { place, version, license } of here) {
    expect(installed(place)!.version, place).toBe(version)
    expect(installedLicense(place), place).toBe(license)
  }
})

test('the page of licenses is what the lock file and the packages say', () => {
  const text = readFileSync(page, 'utf8')
  expect(drawLicenses(production, updatedOf(text)!), '`npm run licenses` writes it anew').toBe(text)
})

/** Files that programs make and that are in the repository, with the command. The test of each makes it anew. */
const made = {
  'agent-tools/manifest.json': 'npx vitest run tests/agent-tools/manifest.test.ts -u',
  'content/docs/licenses.mdx': 'npm run licenses',
  'content/docs/performance.mdx': 'npm run bench',
}

test.each(Object.entries(made))('%s says by which command it is made', (file, command) => {
  expect(readFileSync(file, 'utf8')).toContain(command)
  expect(readFileSync('SECURITY.md', 'utf8')).toContain(`\`${file}\``)
  const [, script, test] = /^npm run (\w+)$|^npx vitest run (\S+)/.exec(command)!
  if (script) expect(read('package.json').scripts).toHaveProperty(script)
  else expect(readFileSync(test!, 'utf8')).toContain('toMatchFileSnapshot')
})

test('every license is one that we may pass on', () => {
  expect(production.filter((one) => !mayShip(one)).map(({ name, license }) => `${name}: ${license}`)).toEqual(
    [],
  )
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['(MIT AND ISC) OR (GPL-2.0-only AND MIT)', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['unknown', false],
])('a package under %s: %s', (license, may) => {
  expect(mayShip({ name: 'some-package', license })).toBe(may)
})
