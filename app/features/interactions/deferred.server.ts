import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { insertDeferred, setDeferredMessage } from '#app/features/interactions/store.server.ts'
import type { GuildInteraction } from '#app/features/interactions/schema.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { encrypt } from '#app/platform/security/encryption.server.ts'
import { truncate } from '#app/primitives/text.ts'
import { onCommit } from '#app/platform/db/transaction.server.ts'
import type { StartedRun } from '#app/features/jobs/runs/run-handlers.server.ts'
import { startRuns } from '#app/features/jobs/runs/start-runs.server.ts'
import { initialSteps } from '#app/features/jobs/runs/steps.ts'
import { countFailedRun } from '#app/features/interactions/usage.server.ts'
import type { CommandRun } from '#app/features/interactions/answer-command.server.ts'

/** Milliseconds for which Discord accepts a deferred response. */
const LIFETIME = 15 * 60_000
/** Milliseconds before the end of this lifetime at which unfinished actions are reported. */
const GIVE_UP_BEFORE_MS = 60_000

/** Encryption purpose of interaction tokens. Other purposes cannot decrypt the tokens. */
export const TOKEN = 'token of an interaction'

/** Result of a command's actions. `reason` is a sentence for the user. */
type ActionsResult = { status: 'succeeded' } | { status: 'failed'; reason: string }

/**
 * Stores a deferred response and starts the run of the actions, in the transaction that records the use. The caller
 * must have checked access.
 */
export async function deferResponse(
  ctx: Context,
  interaction: GuildInteraction,
  { command, events, later }: CommandRun,
): Promise<void> {
  const now = ctx.now()
  const expires = new Date(now.getTime() + LIFETIME)
  const { message, actions } = later!
  const event = events[0]!
  const steps = actions.length
    ? initialSteps(actionSteps(actions), { event, settings: await settingsOf(ctx, command.guild_id) })
    : []
  const [begun] = steps.length
    ? await startRuns(ctx, [
        {
          kind: 'command',
          source: command,
          guildId: command.guild_id,
          event,
          eventId: interaction.id,
          steps,
        },
      ])
    : []
  const waits = begun?.progress.outcome === 'running'
  const failed = begun?.progress.outcome === 'failed' ? begun.progress.error.message : null
  if (failed !== null) await countFailedRun(ctx, command, failed)
  await insertDeferred(ctx.db, {
    guild_id: command.guild_id,
    interaction_id: interaction.id,
    application_id: interaction.application_id!,
    token: encrypt(ctx.secrets.pepper, TOKEN, interaction.token!),
    run_id: begun?.run.id ?? null,
    message: failed === null ? JSON.stringify(message) : failureMessage(failed),
    ready: Number(!waits),
    attempts: 0,
    due_at: (waits ? new Date(expires.getTime() - GIVE_UP_BEFORE_MS) : now).toISOString(),
    created_at: now.toISOString(),
    expires_at: expires.toISOString(),
  })
}

/** Message that follows a deferred response. `fallback` is sent if `start` has set no message after `waitMs`. */
export type LaterMessage = { fallback: string; waitMs: number; start: () => void }

/** Stores the fallback in the transaction that records the use, and starts writing the message after the commit. */
export async function deferMessage(
  ctx: Context,
  interaction: GuildInteraction,
  { fallback, waitMs, start }: LaterMessage,
): Promise<void> {
  const now = ctx.now()
  const after = (time: number) => new Date(now.getTime() + time).toISOString()
  await insertDeferred(ctx.db, {
    guild_id: interaction.guild_id,
    interaction_id: interaction.id,
    application_id: interaction.application_id!,
    token: encrypt(ctx.secrets.pepper, TOKEN, interaction.token!),
    run_id: null,
    message: plainMessage(fallback),
    ready: 0,
    attempts: 0,
    due_at: after(waitMs),
    created_at: now.toISOString(),
    expires_at: after(LIFETIME),
  })
  onCommit(ctx, `later ${interaction.guild_id} ${interaction.id}`, start)
}

/** Writes the message in place of the fallback. If this fails, the fallback is sent when it is due. Must run outside a transaction. */
export async function writeDeferred(
  ctx: Context,
  { guild_id, id }: GuildInteraction,
  write: () => Promise<string>,
): Promise<void> {
  try {
    const message = plainMessage(await write())
    const now = ctx.now().toISOString()
    if (await setDeferredMessage(ctx.db, { guild_id, id }, { message, now })) await wakeDelivery(ctx)
  } catch (error) {
    ctx.log.warn({ err: error, interaction: id, guild: guild_id }, 'a deferred response could not be written')
  }
}

/** Builds the steps for a command's actions, without delays. The first failure ends the run. */
const actionSteps = (actions: NonNullable<CommandRun['later']>['actions']) =>
  actions.map((action, index) => ({
    ...action,
    id: String(index + 1),
    delay_seconds: 0,
    on_error: 'stop' as const,
  }))

const failureMessage = (reason: string) => plainMessage(`The command failed: ${truncate(reason, 500)}`)

/**
 * Sets the result of a run, which releases its deferred response. Returns false if the response was already sent or is
 * too late. Call `wakeDelivery` after the transaction.
 */
export async function finishDeferred(
  ctx: Context,
  { guildId, interactionId, outcome }: { guildId: string; interactionId: string; outcome: ActionsResult },
): Promise<boolean> {
  allow(ctx, 'events:report')
  const message = outcome.status === 'succeeded' ? null : failureMessage(outcome.reason)
  const now = ctx.now().toISOString()
  return Boolean(await setDeferredMessage(ctx.db, { guild_id: guildId, id: interactionId }, { message, now }))
}

const STOPPED = 'A manager cancelled the command’s actions.'

/** Queues responses to commands whose runs have ended and counts failures, in the same transaction. */
export async function respondToEndedRuns(ctx: Context, ended: StartedRun[]): Promise<void> {
  for (const { run, progress } of ended) {
    const reason = progress.outcome === 'failed' ? progress.error.message : STOPPED
    const outcome: ActionsResult =
      progress.outcome === 'succeeded' ? { status: 'succeeded' } : { status: 'failed', reason }
    if (progress.outcome === 'failed') {
      await countFailedRun(ctx, { id: run.command_id!, guild_id: run.guild_id, name: run.name }, reason)
    }
    // Uses the system actor, because responding is part of ending a run.
    const own: Context = { ...ctx, actor: { kind: 'system' } }
    if (await finishDeferred(own, { guildId: run.guild_id, interactionId: run.event_id, outcome })) {
      onCommit(ctx, 'deferred', () => wakeDelivery(ctx))
    }
  }
}

/** Wakes the delivery of deferred responses, which otherwise waits for the next poll. */
export const wakeDelivery = (ctx: Pick<Context, 'signals'>): Promise<void> =>
  ctx.signals.publish('deferred', {})

/** Builds a message without mentions, in its stored form. */
export const plainMessage = (content: string) => JSON.stringify({ content, allowed_mentions: { parse: [] } })
