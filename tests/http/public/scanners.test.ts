import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { scannedSite } from '#tests/audit/scanned-site.js'
import { checks } from '#tests/audit/scanner-checks.js'
import { decisionOf, faultOf } from '#tests/audit/scanners.js'

const site = scannedSite(inject('servers')[0]!.url)

// The browser tests register the tools with a host. `npm run audit` does it here.
const overHttp = checks.filter(({ id }) => id !== 'webMcp')

test.each(overHttp.map((check) => [check.scanner, check.id, check] as const))(
  'the check of %s, %s, has the result that is listed',
  async (_scanner, _id, check) => {
    expect(await faultOf(site, check)).toBeUndefined()
  },
)

test('the documentation lists each check of the scanners', () => {
  const page = readFileSync('content/docs/scanners.mdx', 'utf8')
  const listed = (scanner: string) =>
    checks
      .filter((check) => check.scanner === scanner)
      .map((check) => `| \`${check.id}\` | ${check.rule} | ${decisionOf(check)} |`)
  for (const scanner of new Set(checks.map((check) => check.scanner))) {
    const [, section = ''] = page.split(`## ${scanner}\n`)
    const rows = section
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    expect(rows).toEqual(listed(scanner))
  }
})
