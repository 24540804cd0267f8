import { DiscordError, type DiscordFailure } from '#app/platform/outside/discord.server.ts'
import { failed, type ActionOutcome } from '#app/runner/protocol.ts'
import { formatAmount } from '#app/primitives/count.ts'

/** What an action throws to say why it came to nothing. */
export class ActionFailed extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly retryable: boolean,
  ) {
    super(message)
  }
}

/** The outcome of what an action threw. Nothing of an unknown fault is told: it could hold an address or a token. */
export function failureOutcome(error: unknown): ActionOutcome {
  if (error instanceof ActionFailed) return failed(error.code, error.message, error.retryable)
  if (error instanceof DiscordError) return discordFailure(error.trouble)
  return failed('internal', 'Something went wrong in the runner.', true)
}

function discordFailure(trouble: DiscordFailure): ActionOutcome {
  switch (trouble.reason) {
    case 'not_set_up':
      return failed('unauthorized', 'The runner has no bot token.', false)
    case 'token':
      return failed('unauthorized', 'Discord does not accept the token of the bot.', false)
    case 'forbidden':
      return failed('forbidden', `Discord does not let the bot do this.${codeSuffix(trouble.code)}`, false)
    case 'unknown':
      if (trouble.code === 10007 || trouble.code === 10013)
        return failed('wrong_guild', 'The user is not a member of this server.', false)
      if (trouble.code === 10011) return failed('wrong_guild', 'The role is not in this server.', false)
      return failed(
        'not_found',
        `Discord knows nothing of what this is about.${codeSuffix(trouble.code)}`,
        false,
      )
    case 'invalid':
      return failed(
        'invalid_request',
        `Discord does not take this: ${trouble.message}${errorDetails(trouble.errors)}`,
        false,
      )
    case 'rate_limited':
      return failed(
        'rate_limited',
        `Discord asks us to wait ${formatAmount(trouble.seconds, 'second', 'seconds')}.`,
        true,
      )
    case 'down':
      return failed('unavailable', `Discord ${trouble.how}.`, true)
  }
}

const codeSuffix = (code: number | null) => (code ? ` (Discord’s code ${code})` : '')

/** Where Discord found what is wrong: it nests the places and ends each with a list `_errors`. */
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
