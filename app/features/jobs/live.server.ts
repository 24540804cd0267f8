import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readGuild } from '#app/features/guilds/guilds.server.ts'

/** How long a stream lasts, and how often a comment keeps it open, in milliseconds. */
const LASTS = 5 * 60_000
const COMMENT_EVERY = 15_000
/** How long after one event the next may come, and how long a browser waits before it connects again, in milliseconds. */
const PAUSE = 1_000
const RETRY = 3_000

type Stream = { type: string; chunks: AsyncIterable<string> }

/** Tells of changes to a guild’s jobs, runs and runners, as they happen. Throws `NotFound`, and `TryLater` when it is read. */
export async function watchGuild(ctx: Context, { guildId }: { guildId: string }): Promise<Stream> {
  allow(ctx, 'guild:read', guildId)
  await readGuild(ctx, { id: guildId })
  return streamOf(ctx, (guilds) => guilds.includes(guildId) || guilds.includes(''))
}

/** Tells of changes to the runners and to what they do for any guild. Throws `TryLater` when it is read. */
export async function watchRunners(ctx: Context): Promise<Stream> {
  allow(ctx, 'runners:read')
  return streamOf(ctx, () => true)
}

const streamOf = (ctx: Context, concerns: (guilds: string[]) => boolean): Stream => ({
  type: 'text/event-stream',
  chunks: { [Symbol.asyncIterator]: () => changes(ctx, concerns) },
})

/** What is ended from outside while it waits, as a generator cannot be, so that nothing stays open for who has gone. */
function changes(ctx: Context, concerns: (guilds: string[]) => boolean): AsyncIterator<string> {
  let [isChanged, isOver, isQuiet] = [false, false, false]
  let wake = () => {}
  const timers: NodeJS.Timeout[] = []
  const later = (ms: number, what: () => void) => {
    const timer = setTimeout(() => {
      what()
      wake()
    }, ms).unref()
    return timer
  }
  const end = () => {
    isOver = true
    wake()
  }
  const pieces = generate()
  return {
    next: () => pieces.next(),
    return() {
      end()
      return pieces.return()
    },
  }

  async function* generate(): AsyncGenerator<string, void> {
    const forget = ctx.streams.add(requireUser(ctx).sessionId, end)
    const unsubscribe = ctx.signals.subscribe('activity', ({ guilds }) => {
      if (!concerns(guilds)) return
      isChanged = true
      wake()
    })
    timers.push(later(LASTS, () => (isOver = true)))
    try {
      yield `retry: ${RETRY}\n\n`
      while (!isOver) {
        if (isChanged && !isQuiet) {
          ;[isChanged, isQuiet] = [false, true]
          timers[1] = later(PAUSE, () => (isQuiet = false))
          yield `event: change\ndata: ${JSON.stringify({ at: ctx.now().toISOString() })}\n\n`
        } else if (await nothingFor(COMMENT_EVERY)) yield ': still here\n\n'
      }
    } finally {
      timers.forEach(clearTimeout)
      unsubscribe()
      forget()
    }
  }

  /** Resolves at once when something happens, with false; and with true when nothing did. */
  function nothingFor(ms: number) {
    return new Promise<boolean>((resolve) => {
      const timer = later(ms, () => resolve(true))
      wake = () => {
        clearTimeout(timer)
        resolve(false)
      }
    })
  }
}
