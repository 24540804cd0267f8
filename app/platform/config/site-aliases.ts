import { lowerCaseCsvSetting } from '#app/platform/config/csv-setting.ts'

/** Maximum number of former hosts. */
const MAX_ALIASES = 20

/** Normalizes a host for comparison: lowercase, without a final dot or a default port. */
export const comparableHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:(80|443)$/, '')
    .replace(/\.(?=:\d+$|$)/, '')

/** Returns the normalized host of a host or an origin, or null if the text is neither. */
function hostOf(text: string): string | null {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(address)) return null
  const { host, pathname, search, hash, username, password } = new URL(address)
  const isBare = pathname === '/' && !search && !hash && !username && !password
  return isBare && /^[\w.:[\]-]+$/.test(host) ? comparableHost(host) : null
}

const error = `at most ${MAX_ALIASES} former hosts or origins of this site, such as old.example.com,http://bot.example.com:8080`

/** Schema of `SITE_ALIASES`: hosts or origins, separated by commas. */
export const siteAliases = lowerCaseCsvSetting
  .refine((list) => list.length <= MAX_ALIASES && list.every(hostOf), { error })
  .transform((list) => [...new Set(list.map((one) => hostOf(one)!))])

type Given = { HOST: string; PORT: number; SITE_URL?: string | undefined; SITE_ALIASES: string[] }

/** Lists the problems with the aliases: a missing `SITE_URL`, and aliases that would redirect to themselves. */
export function aliasProblems({ HOST, PORT, SITE_URL, SITE_ALIASES }: Given): string[] {
  if (!SITE_ALIASES.length) return []
  if (!SITE_URL)
    return ['SITE_URL is missing: SITE_ALIASES requires the URL that former hosts are redirected to']
  const listens = comparableHost(`${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`)
  const problems = []
  if (SITE_ALIASES.includes(comparableHost(new URL(SITE_URL).host)))
    problems.push(
      'SITE_ALIASES contains the host of SITE_URL, which would redirect to itself. Remove this host from SITE_ALIASES',
    )
  if (SITE_ALIASES.includes(listens))
    problems.push(
      'SITE_ALIASES contains the address that the server listens on. A proxy that does not forward the Host header would be redirected in a loop. Remove this address from SITE_ALIASES',
    )
  return problems
}
