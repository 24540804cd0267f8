import type { CurrentBot } from '#app/features/bots/current-bot.server.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Privileged intents that the gateway uses, with the flags of an approved intent and of the switch in the portal. */
const intents = [
  { name: 'Server Members Intent', approved: 1n << 14n, limited: 1n << 15n },
  { name: 'Message Content Intent', approved: 1n << 18n, limited: 1n << 19n },
] as const

/** Flags that Discord lets a bot change: the switches of the three privileged intents. */
const WRITABLE = (1n << 13n) | (1n << 15n) | (1n << 19n)

const isGranted = (flags: string, { approved, limited }: (typeof intents)[number]) =>
  (BigInt(flags) & (approved | limited)) !== 0n

/** Returns the names of the privileged intents that an application lacks. */
export const missingIntents = (flags: string): string[] =>
  intents.filter((one) => !isGranted(flags, one)).map(({ name }) => name)

/** Checks whether the bot is known to lack the intent without which it gets no message text. */
export function lacksMessageText({ bot }: { bot: CurrentBot }): boolean {
  const { row } = bot.state()
  return row !== null && missingIntents(fromJson(row.facts).flags).includes('Message Content Intent')
}

/** Returns the names of the privileged intents that an application has, as one text. */
export const allowedIntents = (flags: string): string =>
  intents
    .filter((one) => isGranted(flags, one))
    .map(({ name }) => name)
    .join(', ')

/** Returns the flags to send to Discord, so that the missing intents are enabled and other switches stay. */
export const flagsWithIntents = (flags: string): number =>
  Number(
    intents
      .filter((one) => !isGranted(flags, one))
      .reduce((sum, { limited }) => sum | limited, BigInt(flags) & WRITABLE),
  )
