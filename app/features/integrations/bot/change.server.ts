import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Invalid, TryLater } from '#app/errors.ts'
import { changeBotApplication, readApplication } from '#app/features/bots/refresh.server.ts'
import { flagsWithIntents, missingIntents } from '#app/features/bots/intents.ts'
import { endpointOf } from '#app/features/integrations/bot/delivery.ts'
import { checkBot } from '#app/features/integrations/bot/checks.server.ts'
import type { BotReport } from '#app/features/integrations/bot/schema.ts'

/**
 * Enables the privileged intents at Discord, and checks the result. Throws `Conflict` if Discord does not enable them, and
 * `TryLater` if their current state cannot be read.
 */
export async function enableIntents(ctx: Context): Promise<BotReport> {
  allow(ctx, 'bot:manage')
  const { facts, problem } = await readApplication(ctx, { force: true })
  // The change replaces all switches, so it must not be based on old ones.
  if (problem) throw new TryLater('unavailable', problem.message, 30)
  const { flags } = await changeBotApplication(ctx, { flags: flagsWithIntents(facts?.flags ?? '0') })
  const missing = missingIntents(flags)
  if (missing.length)
    throw new Conflict(
      `Discord did not enable ${missing.join(' and ')}. Enable them on the “Bot” page of the developer portal.`,
    )
  return checkBot(ctx)
}

/**
 * Sets how Discord delivers interactions. For `http`, Discord calls our endpoint during the change, and the error of a
 * failed call is thrown as `Invalid`.
 */
export async function setDelivery(
  ctx: Context,
  { delivery }: { delivery: 'gateway' | 'http' },
): Promise<BotReport> {
  allow(ctx, 'bot:manage')
  const { siteUrl } = ctx.config
  if (delivery === 'http' && !siteUrl.startsWith('https:'))
    throw new Invalid(
      'Discord sends interactions only to a public HTTPS URL. Set SITE_URL to such a URL, or use the gateway.',
    )
  await changeBotApplication(ctx, {
    interactions_endpoint_url: delivery === 'http' ? endpointOf(siteUrl) : null,
  })
  return checkBot(ctx)
}
