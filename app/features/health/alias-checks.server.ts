import { failed, type Finding, fine, warning } from '#app/features/health/check.ts'
import { describeLinks, findOldLinks, type OldLinks } from '#app/features/health/old-links.server.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { providerNames, providers } from '#app/platform/config/providers.ts'
import { comparableHost } from '#app/platform/config/site-aliases.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { redactSecrets } from '#app/platform/log/redact.ts'

/** Number of places in a finding. */
const NAMED = 3

/** Checks for links to the hosts in `SITE_ALIASES`. Requires a current schema. */
export async function checkAliases(config: Config): Promise<Finding[]> {
  if (!config.siteAliases.length) return []
  const db = await openDatabase(config)
  try {
    const links = await findOldLinks({ actor: { kind: 'system' }, db, config }, { most: NAMED })
    return [...linkFindings(config, links), ...checkAliasSettings(config)]
  } catch (error) {
    const { message } = error as Error
    return [
      failed(
        'former hosts',
        `Links to former hosts cannot be listed (${redactSecrets(message)}).`,
        'Fix the failed checks, then run the doctor again.',
      ),
    ]
  } finally {
    await db.destroy()
  }
}

function linkFindings({ siteAliases }: Config, links: OldLinks[]): Finding[] {
  if (!links.length) return [fine('former hosts', `Nothing links to ${siteAliases.join(', ')}.`)]
  return links.map((one) => {
    const places = one.places.join(', ') + (one.total > one.places.length ? ', …' : '')
    const mend = 'Update the links. To list all of them, run: signpost domain check'
    return warning('former hosts', `${describeLinks(one)}: ${places}`, mend)
  })
}

/** Checks the settings that contain a host, and lists the URLs to change at other services. */
export function checkAliasSettings(config: Config): Finding[] {
  const { siteUrl, siteAliases, runnerUrl, mailFrom, challenge } = config
  const isFormer = (host: string) => siteAliases.includes(comparableHost(host))
  const found: Finding[] = []
  if (runnerUrl && isFormer(new URL(runnerUrl).host))
    found.push(
      warning(
        'former hosts',
        'RUNNER_URL contains a former host.',
        `Set RUNNER_URL to ${siteUrl.replace(/^http/, 'ws')} on every machine with a runner.`,
      ),
    )
  if (isFormer(/@([^@>\s]+)>?$/.exec(mailFrom)?.[1] ?? ''))
    found.push(
      warning(
        'former hosts',
        `MAIL_FROM is an address at a former host: ${mailFrom}`,
        'Set MAIL_FROM to an address that your mail server can send from.',
      ),
    )
  for (const provider of providers.filter((name) => config.providers[name]))
    found.push(
      fine(
        'sign-in',
        `${providerNames[provider]} must allow the callback URL ${siteUrl}/api/auth/${provider}/callback.`,
      ),
    )
  if (config.discordPublicKey && !config.discordBotToken)
    found.push(fine('discord', `The interactions endpoint URL must be ${endpointOf(siteUrl)}.`))
  if (challenge.provider === 'turnstile')
    found.push(fine('challenge', `Turnstile must allow the host ${new URL(siteUrl).hostname}.`))
  return found
}

const endpointOf = (siteUrl: string) => `${siteUrl}/api/discord/interactions`

/** Checks that Discord does not send interactions to a former host. */
export function checkEndpoint(
  { siteUrl, siteAliases }: Config,
  endpoint: string | null | undefined,
): Finding[] {
  if (!endpoint || !URL.canParse(endpoint) || !siteAliases.includes(comparableHost(new URL(endpoint).host)))
    return []
  return [
    warning(
      'discord',
      `Discord sends interactions to a former host: ${endpoint}`,
      `In Discord’s developer portal, set the interactions endpoint URL to ${endpointOf(siteUrl)}`,
    ),
  ]
}
