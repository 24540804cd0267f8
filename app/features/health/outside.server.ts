import { z } from 'zod'
import type { Config } from '#app/platform/config/config.server.ts'
import { DiscordFailed, makeDiscord } from '#app/platform/outside/discord.server.ts'
import { failed, fine, warning, type Finding } from '#app/features/health/check.ts'
import { greetMailServer } from '#app/features/mail/transport.server.ts'
import { withoutSecrets } from '#app/platform/log/redact.ts'

/** Signs in at the mail server, without sending anything. */
export async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  if (!smtpUrl)
    return warning(
      'mail',
      'Letters are written to files: nobody gets the link that confirms an address or resets a password.',
      'Set SMTP_URL and MAIL_FROM.',
    )
  try {
    await greetMailServer(smtpUrl)
    return fine('mail', `The mail server takes letters from ${mailFrom}.`)
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    return failed(
      'mail',
      `The mail server refuses us (${withoutSecrets(message)}${code ? `, ${code}` : ''}). Letters wait.`,
      'See whether SMTP_URL has the right host, port, user and password. smtps:// is for port 465.',
    )
  }
}

const application = z.object({ id: z.string(), name: z.string(), verify_key: z.string() })

/** Asks Discord whose token it is, and whether the other settings are of the same application. */
export async function checkDiscord(config: Config): Promise<Finding[]> {
  const { discordBotToken, discordPublicKey, discordApplicationId } = config
  if (!discordBotToken) return []
  const mend = 'Copy it anew from the page of the application in Discord’s developer portal.'
  try {
    const ask = { method: 'GET', path: '/applications/@me', answer: application } as const
    const { id, name, verify_key: key } = await makeDiscord(config).ask(ask)
    const found = [fine('discord', `The bot’s token is that of ${name}.`)]
    if (discordApplicationId && discordApplicationId !== id)
      found.push(failed('discord', `DISCORD_APPLICATION_ID is not that of ${name}, which is ${id}.`, mend))
    if (discordPublicKey && discordPublicKey !== key.toLowerCase())
      found.push(
        failed('discord', `DISCORD_PUBLIC_KEY is not that of ${name}: interactions are refused.`, mend),
      )
    return found
  } catch (error) {
    if (!(error instanceof DiscordFailed)) throw error
    const { reason } = error.trouble
    if (reason === 'token') return [failed('discord', 'Discord does not know DISCORD_BOT_TOKEN.', mend)]
    return [warning('discord', error.message, 'Try again later; jobs and registrations wait meanwhile.')]
  }
}
