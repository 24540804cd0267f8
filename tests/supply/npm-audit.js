import { execFile } from 'node:child_process'

/** @typedef {{ via: (string | { name: string, severity: string, title: string, url: string })[] }} Vulnerability */
/** @typedef {{ id: string, about: string }} Advisory */

/**
 * The advisories that `npm audit` has for the packages that run in production; `null` where the registry does not answer that, as a mirror may
 * not, and nothing can be asked without a network. Any other failure is thrown.
 * @returns {Promise<Advisory[] | null>}
 */
export async function askAudit() {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=30000']
  /** @type {string} */
  const out = await new Promise((resolve, reject) => {
    execFile('npm', args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      // It ends with 1 for what it finds, too.
      if (stdout) resolve(stdout)
      else reject(error ?? new Error('npm audit said nothing'))
    })
  })
  return readAudit(out)
}

/** @param {string} out what `npm audit --json` prints @returns {Advisory[] | null} */
export function readAudit(out) {
  const said = JSON.parse(out)
  if (said.vulnerabilities) {
    const all = /** @type {Vulnerability[]} */ (Object.values(said.vulnerabilities))
    // A text names another package, whose advisory makes this one vulnerable too.
    const own = all.flatMap(({ via }) => via.filter((one) => typeof one !== 'string'))
    const byId = own.map(({ name, severity, title, url }) => [
      url.split('/').at(-1) ?? url,
      `${name}, ${severity}: ${title}`,
    ])
    return [...new Map(byId.map(([id = '', about = '']) => [id, { id, about }])).values()]
  }
  // Only what keeps the registry from answering this is no answer: a lock file that npm cannot read is ours to mend.
  if (/\/security\/(advisories|audits)\b/.test(said.message ?? '')) return null
  throw new Error(`npm audit: ${said.error?.summary ?? said.message ?? out}`)
}
