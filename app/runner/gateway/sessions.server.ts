import type { SessionInfo } from '@discordjs/ws'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Log } from '#app/runner/protocol.ts'

/** A session and what of it is not settled: sequences in order, those below the first of them are done with. */
type LiveSession = { info: SessionInfo; seen: number; open: Set<number> }

const file = z.object({
  bot: z.string(),
  intents: z.number(),
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      resumeURL: z.string(),
      sequence: z.number().int(),
      shardId: z.number().int(),
      shardCount: z.number().int(),
    }),
  ),
})

type SessionOptions = { path: string; token: string; log: Log; everyMs?: number; now?: () => number }

/** How long a session is kept for while nothing can be reached, in milliseconds; then it begins anew. */
const KEEP_MS = 60_000

/**
 * The gateway’s sessions. In this process they go on with what was seen last; the file is only as far as the service has
 * acknowledged events, so that Discord says the rest once more to the process that comes after this one.
 */
export async function openSessions({ path, token, log, everyMs = 500, now = Date.now }: SessionOptions) {
  const bot = createHash('sha256').update(token).digest('hex').slice(0, 16)
  const kept = await read(path, bot)
  let intents = kept?.intents ?? null
  const live = new Map<number, LiveSession>(
    kept?.sessions.map((info) => [info.shardId, { info, seen: info.sequence, open: new Set() }]),
  )
  let frozen = false
  let troubleSince: number | null = null
  let written = ''
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function saveSoon() {
    timer ??= setTimeout(() => void save(), everyMs).unref()
  }

  function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const sessions = [...live.values()].map((one) => ({ ...one.info, sequence: lastSettled(one) }))
    const text = JSON.stringify({ bot, intents: intents ?? 0, sessions })
    if (text === written) return writing
    written = text
    writing = writing
      .then(() => (sessions.length ? replace(path, text) : rm(path, { force: true })))
      .catch((error: unknown) => log.warn({ err: error }, 'the gateway’s session cannot be kept'))
    return writing
  }

  return {
    /** The intents of the session; null without one. */
    intents: () => intents,
    identifiedWith(value: number) {
      intents = value
    },
    retrieve: (shardId: number): SessionInfo | null => live.get(shardId)?.info ?? null,
    update(shardId: number, info: SessionInfo | null) {
      const before = live.get(shardId)
      if (info && before?.info.sessionId === info.sessionId) {
        before.info = info
      } else if (info) {
        live.set(shardId, { info, seen: 0, open: new Set() })
      } else if (!frozen && !(troubleSince !== null && now() - troubleSince < KEEP_MS)) {
        live.delete(shardId)
        saveSoon()
      }
    },
    /** The network is away: that is no reason to give a session up at once. */
    setOffline(there: boolean) {
      troubleSince = there ? (troubleSince ?? now()) : null
    },
    /** Notes a dispatch; the returned function says that nothing of it is needed any more. */
    open(shardId: number, sequence: number): () => void {
      const one = live.get(shardId)
      if (!one) return () => {}
      one.seen = Math.max(one.seen, sequence)
      one.open.add(sequence)
      return () => {
        one.open.delete(sequence)
        saveSoon()
      }
    },
    save,
    /** From now on a session that is given up here is one that the next process goes on with. */
    freeze(on: boolean) {
      frozen = on
    },
  }
}

const lastSettled = ({ open, seen }: LiveSession) => {
  const [first] = open
  return first === undefined ? seen : first - 1
}

/** What another bot left, or what cannot be read, is as good as nothing. */
async function read(path: string, bot: string) {
  try {
    const found = file.parse(JSON.parse(await readFile(path, 'utf8')))
    return found.bot === bot ? found : null
  } catch {
    return null
  }
}

async function replace(path: string, text: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
