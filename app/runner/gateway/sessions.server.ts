import type { SessionInfo } from '@discordjs/ws'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Log } from '#app/runner/protocol.ts'

/** Session with the sequence numbers that are not settled yet, in order. Lower sequence numbers are settled. */
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

/** Returns the path of the file that keeps the sessions. Without the file, the next process starts new sessions. */
export const sessionsPath = (dataDir: string): string => join(dataDir, 'gateway-session.json')

/** Returns the shard of a guild: https://discord.com/developers/docs/events/gateway#sharding */
export const shardOf = (guildId: string, shards: number): number =>
  Number((BigInt(guildId) >> 22n) % BigInt(shards))

type SessionOptions = { path: string; token: string; log: Log; everyMs?: number; now?: () => number }

/** Milliseconds for which a session is kept while the runner is offline. After that, a new session starts. */
const KEEP_MS = 60_000

/**
 * Opens the gateway sessions. This process resumes from the last dispatch. The file contains only acknowledged
 * positions, so that Discord replays all other events to the next process.
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
      .catch((error: unknown) => log.warn({ err: error }, 'the gateway session could not be saved'))
    return writing
  }

  return {
    /** Returns the intents of the session, or null without a session. */
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
    /** Keeps sessions for a while, because sessions remain valid during a network outage. */
    setOffline(there: boolean) {
      troubleSince = there ? (troubleSince ?? now()) : null
    },
    /** Records a dispatch. Returns a function that marks the dispatch as settled. */
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
    /** Keeps closed sessions in the file, so that the next process can resume them. */
    freeze(on: boolean) {
      frozen = on
    },
  }
}

const lastSettled = ({ open, seen }: LiveSession) => {
  const [first] = open
  return first === undefined ? seen : first - 1
}

/** Reads the file. Returns null if the file is unreadable or belongs to another bot. */
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
