import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { Invalid } from '#app/errors.ts'
import { checkAliasSettings } from '#app/features/health/alias-checks.server.ts'
import { describeLinks, findOldLinks, type OldLinks } from '#app/features/health/old-links.server.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Maximum number of listed places for each kind and host. */
const MAX_PLACES = 1_000

export const domainCheck = command({
  name: 'domain check',
  summary: 'Lists links to the former hosts in SITE_ALIASES, and the settings to change at other services.',
  options: z.strictObject({}),
  async run(ctx) {
    if (!ctx.config.siteAliases.length)
      throw new Invalid('Set SITE_ALIASES to the former hosts of the site, then run the command again.')
    const links = await findOldLinks(ctx, { most: MAX_PLACES })
    const settings = checkAliasSettings(ctx.config).map(({ says, mend }) => (mend ? `${says} ${mend}` : says))
    return { hosts: ctx.config.siteAliases, links, settings }
  },
  print: ({ hosts, links, settings }) =>
    [
      ...(links.length ? links.map(block) : [`Nothing links to ${hosts.join(', ')}.`]),
      ...(settings.length ? [settings.join('\n')] : []),
    ].join('\n\n'),
})

function block(links: OldLinks) {
  const rest = links.total - links.places.length
  return [
    `${describeLinks(links)}:`,
    ...links.places.map((place) => `  ${place}`),
    ...(rest ? [`  and ${formatInteger(rest)} more`] : []),
  ].join('\n')
}
