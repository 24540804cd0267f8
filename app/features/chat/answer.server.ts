import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#app/context.server.ts'
import { finalizeAnswer, interrupted } from '#app/features/chat/finalize.server.ts'
import { messagesBefore } from '#app/features/chat/store.server.ts'
import { ModelError } from '#app/features/chat/answering/completion.ts'
import { recordModelOutcome } from '#app/features/chat/outcome.server.ts'
import { answerWithModel } from '#app/features/chat/answering/provider.server.ts'
import { openAnswerWriter } from '#app/features/chat/answer-writer.server.ts'
import { SITE_SEARCH } from '#app/platform/config/chat-limits.ts'
import type { Fault, AnswerPiece } from '#app/features/chat/schema.ts'
import { answerFromSite } from '#app/features/chat/answering/extractive-answer.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'

/** Maximum time that a shutdown waits for active answers, in milliseconds. */
const PATIENCE = 3_000
/** Maximum number of earlier messages that an answer can use. */
const MAX_EARLIER = 20

type ActiveAnswer = { stop: AbortController; done: Promise<void> }
type ActiveAnswers = { open: Map<string, ActiveAnswer>; isDraining: boolean }
type Task = { messageId: string; conversationId: string; position: number; model: string }

/** Active answers, keyed by the app's `Signals`, because two apps in one process do not share answers. */
const known = new WeakMap<Signals, ActiveAnswers>()
function activeAnswersOf({ signals }: Pick<Context, 'signals'>): ActiveAnswers {
  const writers = known.get(signals) ?? { open: new Map(), isDraining: false }
  known.set(signals, writers)
  return writers
}

/** Checks whether the process is shutting down and no longer starts answers. */
export const isDraining = (ctx: Pick<Context, 'signals'>): boolean => activeAnswersOf(ctx).isDraining

/**
 * Starts writing an answer in the background. The caller must check permission and create the rows of the answer first.
 */
export function startAnswer(ctx: Context, task: Task): void {
  const { open } = activeAnswersOf(ctx)
  const stop = new AbortController()
  const done = write({ ...ctx, actor: { kind: 'system' } }, task, stop)
    .catch((error: unknown) => ctx.log.error({ err: error }, 'an answer of the chat could not be finished'))
    .finally(() => open.delete(task.messageId))
  open.set(task.messageId, { stop, done })
}

/** Resolves when this process no longer writes the answer, or after `most` milliseconds. */
export async function waitForAnswer(
  ctx: Pick<Context, 'signals'>,
  messageId: string,
  most: number,
): Promise<void> {
  const writer = activeAnswersOf(ctx).open.get(messageId)
  await Promise.race([writer?.done, wait(most, undefined, { ref: false })])
}

/** Prevents new answers, waits briefly for active answers, and ends the remaining answers as interrupted. */
export async function drainAnswers(ctx: Pick<Context, 'signals'>): Promise<void> {
  const writers = activeAnswersOf(ctx)
  writers.isDraining = true
  const all = Promise.all([...writers.open.values()].map(({ done }) => done))
  await Promise.race([all, wait(PATIENCE, undefined, { ref: false })])
  for (const { stop } of writers.open.values())
    stop.abort(new ModelError(interrupted.code, interrupted.error))
  await all
}

async function write(ctx: Context, task: Task, stop: AbortController) {
  const isOurs = { value: true }
  const recorder = openAnswerWriter(ctx, task.messageId, () => {
    isOurs.value = false
    stop.abort()
  })
  let fault: Fault | undefined
  try {
    for await (const made of make(ctx, task, stop.signal)) {
      stop.signal.throwIfAborted()
      recorder.add(made)
    }
  } catch (error) {
    fault = toFault(ctx, stop.signal.aborted ? stop.signal.reason : error, isOurs.value)
  }
  const { rest, usage } = await recorder.close()
  if (!isOurs.value) return
  await finalizeAnswer(ctx, task.messageId, { status: fault ? 'failed' : 'complete', fault, usage, rest })
  if (task.model !== SITE_SEARCH && fault?.code !== 'interrupted')
    await recordModelOutcome(ctx, task.model, fault ?? null)
}

function toFault(ctx: Context, error: unknown, isOurs: boolean): Fault {
  if (error instanceof ModelError) return { error: error.message, code: error.code }
  if (isOurs) ctx.log.warn({ err: error }, 'the search of the chat failed')
  return { error: 'The search did not respond. Try again soon.', code: 'search_failed' }
}

async function* make(
  ctx: Context,
  { conversationId, position, model }: Task,
  signal: AbortSignal,
): AsyncGenerator<AnswerPiece> {
  const [last, ...before] = await messagesBefore(ctx.db, conversationId, position, MAX_EARLIER)
  const question = last?.content ?? ''
  const earlier = before.filter(({ role }) => role === 'user').map(({ content }) => content)
  if (model === SITE_SEARCH) yield* answerFromSite(ctx, { question, earlier })
  else yield* answerWithModel(ctx, { question, earlier, history: before.reverse() }, signal)
}
