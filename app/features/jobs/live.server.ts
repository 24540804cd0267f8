import { allow, isReadOnly, readOnlyError } from '#app/access.ts'
import { currentActor } from '#app/features/accounts/sign-in/sessions.server.ts'
import { Refusal } from '#app/errors.ts'
import type { Context } from '#app/context.server.ts'
import { eventStream, type EventStream, type StreamControl } from '#app/platform/live/event-stream.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'

/** Interval between keepalive comments in a stream, in milliseconds. */
const KEEPALIVE_MS = 15_000
/** Minimum interval between events, and the reconnect delay for browsers, in milliseconds. */
const MIN_INTERVAL_MS = 1_000
const RETRY = 3_000

/** Streams changes to a guild's jobs, runs and runners. Throws `NotFound`. Reading the stream can throw `TryLater`. */
export async function watchGuild(ctx: Context, { guildId }: { guildId: string }): Promise<EventStream> {
  const check = async (current: Context) => void (await readGuild(current, { id: guildId }))
  await check(ctx)
  // A visitor could open many demo sessions, each with its own streams.
  if (isReadOnly(ctx.actor)) throw readOnlyError()
  const concerns = (guilds: string[]) => guilds.includes(guildId) || guilds.includes('')
  return eventStream(ctx, (waiting) => changes(ctx, waiting, { check, concerns }))
}

/** Streams changes to runners and their jobs in all guilds. Reading the stream can throw `TryLater`. */
export async function watchRunners(ctx: Context): Promise<EventStream> {
  const check = async (current: Context) => allow(current, 'runners:read')
  await check(ctx)
  return eventStream(ctx, (waiting) => changes(ctx, waiting, { check, concerns: () => true }))
}

async function isStillAllowed(ctx: Context, check: Watch['check']): Promise<boolean> {
  try {
    await check({ ...ctx, actor: await currentActor(ctx) })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

type Watch = { check: (current: Context) => Promise<void>; concerns: (guilds: string[]) => boolean }

/** Announces changes as long as `check` accepts the actor. Both the actor and the guild can lose access meanwhile. */
async function* changes(
  ctx: Context,
  { isClosed, wake, isIdleFor }: StreamControl,
  { check, concerns }: Watch,
): AsyncGenerator<string, void> {
  let [isChanged, isQuiet] = [false, false]
  let pause: NodeJS.Timeout | undefined
  const unsubscribe = ctx.signals.subscribe('activity', ({ guilds }) => {
    if (!concerns(guilds)) return
    isChanged = true
    wake()
  })
  try {
    yield `retry: ${RETRY}\n\n`
    while (!isClosed()) {
      if (isChanged && !isQuiet) {
        ;[isChanged, isQuiet] = [false, true]
        pause = setTimeout(() => {
          isQuiet = false
          wake()
        }, MIN_INTERVAL_MS).unref()
        if (!(await isStillAllowed(ctx, check))) return
        yield `event: change\ndata: ${JSON.stringify({ at: ctx.now().toISOString() })}\n\n`
      } else if (await isIdleFor(KEEPALIVE_MS)) {
        if (!(await isStillAllowed(ctx, check))) return
        yield ': still here\n\n'
      }
    }
  } finally {
    clearTimeout(pause)
    unsubscribe()
  }
}
