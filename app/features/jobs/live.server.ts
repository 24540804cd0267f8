import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { eventStream, type EventStream, type StreamControl } from '#app/platform/live/event-stream.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'

/** How often a comment keeps a stream open, in milliseconds. */
const KEEPALIVE_MS = 15_000
/** How long after one event the next may come, and how long a browser waits before it connects again, in milliseconds. */
const MIN_INTERVAL_MS = 1_000
const RETRY = 3_000

/** Tells of changes to a guild’s jobs, runs and runners, as they happen. Throws `NotFound`, and `TryLater` when it is read. */
export async function watchGuild(ctx: Context, { guildId }: { guildId: string }): Promise<EventStream> {
  allow(ctx, 'guild:read', guildId)
  await readGuild(ctx, { id: guildId })
  return eventStream(ctx, (waiting) =>
    changes(ctx, waiting, (guilds) => guilds.includes(guildId) || guilds.includes('')),
  )
}

/** Tells of changes to the runners and to what they do for any guild. Throws `TryLater` when it is read. */
export async function watchRunners(ctx: Context): Promise<EventStream> {
  allow(ctx, 'runners:read')
  return eventStream(ctx, (waiting) => changes(ctx, waiting, () => true))
}

async function* changes(
  ctx: Context,
  { isClosed, wake, isIdleFor }: StreamControl,
  concerns: (guilds: string[]) => boolean,
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
        yield `event: change\ndata: ${JSON.stringify({ at: ctx.now().toISOString() })}\n\n`
      } else if (await isIdleFor(KEEPALIVE_MS)) yield ': still here\n\n'
    }
  } finally {
    clearTimeout(pause)
    unsubscribe()
  }
}
