import type { Context } from '#app/context.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import type { Signals } from '#app/platform/signals/types.ts'
import { formatWait } from '#app/primitives/count.ts'

/** Member of a guild. A runner reports the ids, so its claims about a user count only in its own guilds. */
type Member = { userId: string; guildId: string }

const memberKey = ({ userId, guildId }: Member) => `discord ${guildId} ${userId}`

/**
 * Counts a question against the chat's limits of the member and of the guild. Returns a message to the user if a limit is
 * reached, otherwise null.
 */
export async function consumeQuestion(
  { rateLimiter }: Pick<Context, 'rateLimiter'>,
  member: Member,
): Promise<string | null> {
  const own = await rateLimiter.consume('chat', memberKey(member))
  if (own?.refused) return `You have asked too many questions. Try again in ${formatWait(own.wait)}.`
  const all = await rateLimiter.consume('chat_guild', member.guildId)
  return all?.refused
    ? `This server has asked too many questions. Try again in ${formatWait(all.wait)}.`
    : null
}

/** Number of running model answers per member, keyed by the app's `Signals`. */
const running = new WeakMap<Signals, Map<string, number>>()

/** Runs `work` unless the member already has the maximum of running answers in this process. Returns null then. */
export async function withinRunningLimit<T>(
  { signals }: Pick<Context, 'signals'>,
  member: Member,
  work: () => Promise<T>,
): Promise<T | null> {
  const key = memberKey(member)
  const counts = running.get(signals) ?? new Map<string, number>()
  running.set(signals, counts)
  const count = counts.get(key) ?? 0
  if (count >= chatLimits.running) return null
  counts.set(key, count + 1)
  try {
    return await work()
  } finally {
    const left = counts.get(key)! - 1
    if (left) counts.set(key, left)
    else counts.delete(key)
  }
}
