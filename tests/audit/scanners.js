import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reports } from '#tests/audit/install.js'
import { scannedSite } from '#tests/audit/scanned-site.js'
import { checks } from '#tests/audit/scanner-checks.js'

/** @typedef {import('#tests/audit/crawlers.js').Row} Row */
/** @typedef {import('#tests/audit/scanner-checks.js').Check} Check */
/** @typedef {import('#tests/audit/scanned-site.js').ScannedSite} ScannedSite */

/** Returns the result of a check, with the reason unless it is served. @param {Check} check */
export function decisionOf(check) {
  if ('served' in check) return 'Served'
  if ('audited' in check) return 'Served (checked by Lighthouse)'
  return 'refused' in check ? `Refused: ${check.refused}` : `Not applicable: ${check.notApplicable}`
}

/** Runs a check on a site. Resolves to the fault, or to undefined. @param {ScannedSite} site @param {Check} check */
export async function faultOf(site, check) {
  try {
    if ('served' in check) return await check.served(site)
    for (const path of check.paths ?? []) {
      const { status } = await site.get(path)
      if (status !== 404) return `${path} is ${status}`
    }
  } catch (error) {
    return String(error)
  }
}

/** Runs the checks of public scanners on a site. @param {string} url @returns {Promise<Row[]>} */
export async function scanners(url) {
  const site = scannedSite(url)
  /** @type {{ scanner: string, id: string, rule: string, decision: string, fault: string | null }[]} */
  const results = []
  for (const check of checks) {
    const { scanner, id, rule } = check
    results.push({
      scanner,
      id,
      rule,
      decision: decisionOf(check),
      fault: (await faultOf(site, check)) ?? null,
    })
  }
  writeFileSync(join(reports, 'scanners.json'), JSON.stringify(results, null, 2))
  return [...new Set(results.map(({ scanner }) => scanner))].map((name) => {
    const own = results.filter(({ scanner }) => scanner === name)
    const faults = own.filter(({ fault }) => fault !== null)
    return {
      tool: `checks of ${name}`,
      figure: `${own.length - faults.length}/${own.length}`,
      target: 'all as listed',
      ok: !faults.length,
      details: [
        ...faults.map(({ id, fault }) => `${id}: ${fault}`),
        ...own
          .filter(({ decision }) => !decision.startsWith('Served'))
          .map(({ id, decision }) => `${id}: ${decision}`),
      ],
    }
  })
}
