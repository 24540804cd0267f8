import type { Context } from '#app/context.server.ts'
import { chatLimits } from '#app/platform/config/chat-limits.ts'
import type { Signals } from '#app/platform/signals/types.ts'
import { formatWait } from '#app/primitives/count.ts'

/**
 * Counts a question against the chat's limits of the Discord user and of the guild. Returns a message to the user if a
 * limit is reached, otherwise null.
 */
export async function consumeQuestion(
  { rateLimiter }: Pick<Context, 'rateLimiter'>,
  { userId, guildId }: { userId: string; guildId: string },
): Promise<string | null> {
  const own = await rateLimiter.consume('chat', `discord ${userId}`)
  if (own?.refused) return `You have asked too many questions. Try again in ${formatWait(own.wait)}.`
  const all = await rateLimiter.consume('chat_guild', guildId)
  return all?.refused
    ? `This server has asked too many questions. Try again in ${formatWait(all.wait)}.`
    : null
}

/** Number of running model answers per Discord user, keyed by the app's `Signals`. */
const running = new WeakMap<Signals, Map<string, number>>()

/** Runs `work` unless the user already has the maximum of running answers in this process. Returns null then. */
export async function withinRunningLimit<T>(
  { signals }: Pick<Context, 'signals'>,
  userId: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const counts = running.get(signals) ?? new Map<string, number>()
  running.set(signals, counts)
  const count = counts.get(userId) ?? 0
  if (count >= chatLimits.running) return null
  counts.set(userId, count + 1)
  try {
    return await work()
  } finally {
    const left = counts.get(userId)! - 1
    if (left) counts.set(userId, left)
    else counts.delete(userId)
  }
}
