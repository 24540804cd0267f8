import type { App } from '#app/context.server.ts'
import { contextFor } from '#app/context.server.ts'
import {
  answerInteractions,
  type BuiltInCommand,
  interactionKey,
} from '#app/features/interactions/interactions.server.ts'
import {
  interactionTypes,
  type Interaction,
  type InteractionResponse,
} from '#app/features/interactions/schema.ts'

/** Maximum number of interactions in one transaction. */
const MAX_BATCH = 64

type Planned = (answer: InteractionResponse) => void

/** Responds to an interaction whose sender was verified. `planned` is called before the effects are stored. */
export type AnswerQueue = (asked: Interaction, planned?: Planned) => Promise<InteractionResponse>

type QueuedInteraction = {
  asked: Interaction
  planned: Planned | undefined
  resolve: (answer: InteractionResponse) => void
  reject: (error: unknown) => void
}

/** Creates a queue that batches interactions of the same event loop turn to reduce the cost of transactions. */
export function createAnswerQueue(app: App, builtIn?: BuiltInCommand): AnswerQueue {
  const ctx = contextFor(app, { kind: 'discord' })
  let waiting: QueuedInteraction[] = []

  function together(asked: Interaction, planned?: Planned): Promise<InteractionResponse> {
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ asked, planned, resolve, reject })
    })
  }

  function flush() {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += MAX_BATCH) {
      void answerBatch(all.slice(start, start + MAX_BATCH))
    }
  }

  /**
   * Handles a batch. If the batch fails, repeats each interaction separately, so that one failure does not affect the
   * others.
   */
  async function answerBatch(batch: QueuedInteraction[]) {
    try {
      const list = batch.map(({ asked }) => asked)
      const planned = (interaction: Interaction, answer: InteractionResponse) => {
        const key = interactionKey(interaction)
        for (const one of batch) if (interactionKey(one.asked) === key) one.planned?.(answer)
      }
      const given = await answerInteractions(ctx, list, { planned, builtIn })
      for (const [index, { resolve }] of batch.entries()) resolve(given[index]!)
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error)
      for (const one of batch) await answerBatch([one])
    }
  }

  return async (asked, planned) => {
    if (asked.type !== interactionTypes.ping && asked.type !== interactionTypes.autocomplete)
      return together(asked, planned)
    const [answer] = await answerInteractions(ctx, [asked])
    return answer!
  }
}
