import { DiscordError, type DiscordFailure, RENEW_TOKEN } from '#app/platform/outside/discord.server.ts'
import { failed, type ActionOutcome } from '#app/runner/protocol.ts'
import { formatWait } from '#app/primitives/count.ts'

/** Discord's error code for a direct message that the user does not accept. */
const DIRECT_MESSAGE_REFUSED = 50007

/** Error with the reason for a failed action. */
export class ActionFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly retryable: boolean,
  ) {
    super(message)
  }
}

/** Converts an error to an outcome. Unknown errors are not described, because they could contain a URL or a token. */
export function failureOutcome(error: unknown): ActionOutcome {
  if (error instanceof ActionFailed) return failed(error.code, error.message, error.retryable)
  if (error instanceof DiscordError) return discordFailure(error.trouble)
  return failed('internal', 'Something went wrong in the runner.', true)
}

function discordFailure(trouble: DiscordFailure): ActionOutcome {
  switch (trouble.reason) {
    case 'not_set_up':
      return failed(
        'unauthorized',
        'The runner has no bot token. Set DISCORD_BOT_TOKEN in its environment.',
        false,
      )
    case 'token':
      return failed('unauthorized', `Discord rejected the bot token. ${RENEW_TOKEN}`, false)
    case 'forbidden':
      return failed(
        'forbidden',
        trouble.code === DIRECT_MESSAGE_REFUSED
          ? 'Discord does not allow the bot to message this user. Users can block direct messages.'
          : 'Discord does not allow the bot to do this. Check the bot’s role and permissions.',
        false,
      )
    case 'unknown':
      if (trouble.code === 10007 || trouble.code === 10013)
        return failed('wrong_guild', 'The user is not a member of this server.', false)
      if (trouble.code === 10011) return failed('wrong_guild', 'The role is not in this server.', false)
      return failed('not_found', 'Discord cannot find the target of this action.', false)
    case 'invalid':
      return failed(
        'invalid_request',
        `Discord rejected this: ${trouble.message}${errorDetails(trouble.errors)}`,
        false,
      )
    case 'rate_limited':
      return failed(
        'rate_limited',
        `Discord’s rate limit was reached. Wait ${formatWait(trouble.seconds)}.`,
        true,
      )
    case 'down':
      return failed('unavailable', `Discord ${trouble.how}.`, true)
  }
}

/** Formats Discord's nested validation errors, which end in `_errors` lists. */
function errorDetails(errors: unknown, path = ''): string {
  if (typeof errors !== 'object' || errors === null) return ''
  return Object.entries(errors)
    .map(([name, value]) =>
      name === '_errors' && Array.isArray(value)
        ? value.map(({ message }: { message?: string }) => `; ${path || 'body'}: ${message}`).join('')
        : errorDetails(value, path ? `${path}.${name}` : name),
    )
    .join('')
}
