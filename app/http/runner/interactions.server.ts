import type { RawData } from 'ws'
import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal, TryLater } from '#app/errors.ts'
import { recordHeartbeat } from '#app/features/integrations/heartbeat.server.ts'
import type { AnswerQueue } from '#app/features/interactions/answer-queue.server.ts'
import { reportInteraction } from '#app/features/interactions/report-interaction.server.ts'
import {
  deferralFor,
  interaction,
  MAX_INTERACTION_BYTES,
  reportedInteraction,
} from '#app/features/interactions/schema.ts'
import { runnerLimits as limits, type ServerFrame } from '#app/features/runners/schema.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { parseJson } from '#app/http/protocol/read-body.server.ts'
import { errorFrame } from '#app/http/runner/handlers.server.ts'
import { createThrottle } from '#app/http/runner/rate-limit.server.ts'
import { formatBytes } from '#app/primitives/bytes.ts'

const frame = z.object({ d: reportedInteraction })

/** Checks whether a frame is an interaction. Other frames are parsed only when it is their turn. */
export const isInteraction = (data: RawData): data is Buffer =>
  Buffer.isBuffer(data) && /^\s*\{\s*"op"\s*:\s*"interaction"\s*,/.test(data.toString('latin1', 0, 64))

type LaneOptions = { ctx: Context; respond: AnswerQueue; send(frame: ServerFrame): void }

/**
 * Creates the handler of a socket's interactions, which do not wait for other frames because Discord waits only three
 * seconds. Invalid and excess interactions get an `error` and do not close the socket.
 */
export function createInteractionLane({ ctx, respond, send }: LaneOptions) {
  const pace = createThrottle(limits.interactions)
  const tolerated = createThrottle(2 * limits.interactions)
  const running = new Set<Promise<void>>()

  async function answer(data: Buffer, isRefused: boolean) {
    let id: string | null = null
    let hint: NodeJS.Timeout | undefined
    try {
      if (data.length > MAX_INTERACTION_BYTES)
        throw new Invalid(`An interaction can be at most ${formatBytes(MAX_INTERACTION_BYTES)}.`)
      const { d } = parse(frame, parseJson(data))
      id = d.id
      if (isRefused)
        throw new TryLater(
          'rate_limited',
          `Too many interactions. Send at most ${limits.interactions} per second, with at most ${limits.interactions} in progress.`,
          1,
        )
      const asked = parse(interaction, { ...d.payload, id, token: d.token })
      const dueAt = performance.now() + d.deadline_ms / 2
      const callback = await reportInteraction(ctx, asked, (one) =>
        respond(one, (planned) => {
          const defer = deferralFor(planned)
          const wait = Math.max(0, dueAt - performance.now())
          clearTimeout(hint)
          hint = setTimeout(() => send({ op: 'interaction_reply', d: { id: d.id, defer } }), wait)
        }),
      )
      send({ op: 'interaction_reply', d: { id, callback } })
      void recordHeartbeat(ctx, asked.guild_id ?? '', 'discord')
    } catch (error) {
      if (!(error instanceof Refusal)) ctx.log.error({ err: error, interaction: id }, 'an interaction failed')
      send(errorFrame(error, id))
    } finally {
      clearTimeout(hint)
    }
  }

  return {
    /** Handles an interaction. Returns false if the runner ignores the limit. */
    take(data: Buffer): boolean {
      if (!tolerated.take()) return false
      const isRefused = !pace.take() || running.size >= limits.interactions
      const one = answer(data, isRefused).finally(() => running.delete(one))
      running.add(one)
      return true
    },
    /** Resolves when no interaction is in progress. */
    idle: async () => {
      while (running.size) await Promise.all(running)
    },
  }
}
