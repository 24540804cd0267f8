import type { Context } from '#app/context.server.ts'
import { revisionOf, type EnabledAutomation } from '#app/features/automations/enabled.server.ts'
import { eventFacts, withFacts } from '#app/features/actions/event-facts.ts'
import { fillAction } from '#app/features/actions/fill-action.ts'
import type { StartedRun } from '#app/features/jobs/runs/run-handlers.server.ts'
import { notifyRunsEnded } from '#app/features/jobs/runs/finish-runs.server.ts'
import { eventKey, OutdatedEvaluation, type Evaluation } from '#app/features/automations/foresee.server.ts'
import {
  rateLimited,
  offCooldown,
  MAX_RUNS_PER_MINUTE,
  type TriggeredAutomation,
} from '#app/features/automations/throttle.server.ts'
import { startRuns, type NewRun } from '#app/features/jobs/runs/start-runs.server.ts'
import { initialSteps } from '#app/features/jobs/runs/steps.ts'
import { addToCounters, enabledIn } from '#app/features/automations/store.server.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { countRunsInStats } from '#app/features/stats/run-counts.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/**
 * Starts the automations in `evaluation`, in the transaction that stores the events and locks their guilds. Throws
 * `OutdatedEvaluation` if automations changed. The caller must check permission first.
 */
export async function triggerAutomations(
  ctx: Context,
  events: GatewayEvent[],
  evaluation: Evaluation,
): Promise<void> {
  const guilds = [...new Set(events.map((event) => event.guild_id))].filter((id) => evaluation.guilds.has(id))
  const settings = await requireCurrent(ctx, guilds, evaluation)
  const triggered = events.flatMap((event) =>
    settings.get(event.guild_id)?.modules.automations
      ? (evaluation.byEvent.get(eventKey(event)) ?? []).map((automation) => ({ automation, event }))
      : [],
  )
  await startTriggered(ctx, triggered, settings)
}

/**
 * Starts one automation, like `triggerAutomations`, for its schedule or for a person. Returns the started runs, or null
 * if the automation or all automations of its guild are disabled.
 */
export async function triggerOne(
  ctx: Context,
  { id, event }: { id: string; event: GatewayEvent },
  evaluation: Evaluation,
): Promise<StartedRun[] | null> {
  const settings = await requireCurrent(ctx, [event.guild_id], evaluation)
  const isThere = evaluation.revisions.get(event.guild_id)?.includes(id)
  if (!isThere || !settings.get(event.guild_id)!.modules.automations) return null
  const automations = evaluation.byEvent.get(eventKey(event)) ?? []
  return startTriggered(
    ctx,
    automations.map((automation) => ({ automation, event })),
    settings,
  )
}

/** Creates the event of a scheduled run. */
export const scheduledEvent = (id: string, guildId: string, at: string): GatewayEvent => ({
  id: `schedule:${id}:${at}`,
  type: 'SCHEDULE',
  occurred_at: at,
  guild_id: guildId,
  actor: null,
  target: null,
  channel: null,
  data: {},
})

/** Returns the guilds' settings. Throws `OutdatedEvaluation` if their automations changed after the evaluation. */
async function requireCurrent(ctx: Context, guilds: string[], { revisions }: Evaluation) {
  const settings = new Map<string, GuildSettings>()
  if (!guilds.length) return settings
  const rows = await enabledIn(ctx.db, guilds)
  for (const id of guilds) {
    const revision = revisionOf(rows.filter((row) => row.guild_id === id))
    if (revision !== (revisions.get(id) ?? '')) throw new OutdatedEvaluation()
    if (revision) settings.set(id, await settingsOf(ctx, id))
  }
  return settings
}

async function startTriggered(
  ctx: Context,
  triggered: TriggeredAutomation<EnabledAutomation>[],
  settings: Map<string, GuildSettings>,
): Promise<StartedRun[]> {
  if (!triggered.length) return []
  const { kept, racing: throttled } = await rateLimited(ctx, await offCooldown(ctx, triggered))
  const begun = await startRuns(
    ctx,
    kept.map(({ automation, event }): NewRun => {
      const { id, name, guild_id: guildId, guild_name, actions } = automation
      const facts = withFacts(eventFacts(event), [['guild.name', guild_name]])
      const filled = actions.map((action) => ({ ...action, ...fillAction(action, facts) }))
      const steps = initialSteps(filled, { event, settings: settings.get(guildId)! })
      return { kind: 'automation', source: { id, name }, guildId, event, eventId: event.id, steps }
    }),
  )
  await count(
    ctx,
    begun.map(({ run }) => run.automation_id!),
    throttled,
  )
  await countRunsInStats(
    ctx,
    begun.map(({ run }) => ({ guildId: run.guild_id, runs: 1 })),
  )
  await notifyRunsEnded(ctx, begun)
  return begun
}

const tooFast = (at: string) => ({
  code: 'too_fast',
  message: `The automation ran more than ${MAX_RUNS_PER_MINUTE} times in a minute for the same person, so it may be triggering itself. Further runs in that minute were skipped.`,
  at,
})

async function count(ctx: Context, ran: string[], throttled: string[]) {
  const at = ctx.now().toISOString()
  const rows = [...new Set([...ran, ...throttled])].sort().map((id) => ({
    id,
    runs: ran.filter((one) => one === id).length,
    successes: 0,
    failures: 0,
    triggered_at: ran.includes(id) ? at : null,
    outcome: null,
    error: throttled.includes(id) ? JSON.stringify(tooFast(at)) : null,
  }))
  if (rows.length) await addToCounters(ctx.db, rows)
}
