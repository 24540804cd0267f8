import type { Context } from '#app/context.server.ts'
import { Conflict } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { readAutomation } from '#app/features/automations/automations.server.ts'
import { withEvaluation } from '#app/features/automations/foresee.server.ts'
import type { RunInput } from '#app/features/automations/dry-run.ts'
import {
  cooldownReason,
  dryRunForRun,
  requireRunnable,
} from '#app/features/automations/runs/run-event.server.ts'
import { readRun } from '#app/features/automations/runs/runs.server.ts'
import { MANUAL_EVENT, MAX_RUNS_PER_MINUTE } from '#app/features/automations/throttle.server.ts'
import { triggerOne } from '#app/features/automations/trigger.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { allowGuild, requireServed } from '#app/features/guilds/guilds.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import type { AutomationRun } from '#app/features/jobs/runs/schema.ts'
import type { ItemRef } from '#app/platform/db/guild-items.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'

/**
 * Starts a run of a saved automation for a person, by default with the latest recorded event that matches. Conditions,
 * cooldown and rate limit apply as for events from Discord. Throws `NotFound`, `Invalid`, and `Conflict` if the
 * automation is disabled or would not run.
 */
export async function runAutomation(
  ctx: Context,
  { guildId, id, ...choice }: ItemRef & RunInput,
): Promise<AutomationRun> {
  await allowGuild(ctx, 'guild:write', guildId)
  const { name, enabled, trigger, cooldown } = await readAutomation(ctx, { guildId, id })
  await requireRunnable(ctx, { guildId, enabled })
  const { event: chosen, reason } = await dryRunForRun(ctx, { guildId, id, types: trigger.events, ...choice })
  if (reason) throw new Conflict(`The automation did not run. ${reason}`)
  // A new id, because an event triggers an automation at most once.
  const event = { ...chosen, id: MANUAL_EVENT + orderedId(ctx.now()) }
  const runId = await withEvaluation(
    ctx,
    [event],
    (evaluation) =>
      inTransaction(ctx, async (inner) => {
        await lockGuilds(inner, [guildId])
        await requireServed(inner, guildId)
        const paused = await cooldownReason(inner, { id, cooldown }, event)
        const begun = await triggerOne(inner, { id, event }, evaluation)
        if (!begun) throw justDisabled()
        const [started] = begun
        if (!started) throw paused ? onCooldown(paused) : rateLimited(event)
        const { run } = started
        const details = { guild_id: guildId, run_id: run.id, event: event.type }
        await recordAudit(inner, {
          action: 'automation.run',
          target: { kind: 'automation', id, name },
          details,
        })
        return run.id
      }),
    { only: id },
  )
  return readRun(ctx, { guildId, id, runId })
}

const justDisabled = () =>
  new Conflict('The automation did not run, because it was just disabled.', 'automation_disabled')

const onCooldown = (reason: string) =>
  new Conflict(`The automation did not run. ${reason} Try again after that.`)
const rateLimited = ({ actor }: GatewayEvent) =>
  new Conflict(
    `The automation did not run. It reached the limit of ${MAX_RUNS_PER_MINUTE} runs per minute for events ${actor ? 'of this person' : 'without a person'}. Try again in the next minute.`,
  )
