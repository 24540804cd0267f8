import { mayFor, requireKeyScope } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Refusal } from '#app/errors.ts'
import { discordIdentityOf } from '#app/features/accounts/sign-in/identities.server.ts'
import { testAutomation } from '#app/features/automations/dry-run.server.ts'
import type { DefaultRun, DryRun, RunInput, TestEvent } from '#app/features/automations/dry-run.ts'
import type { Automation } from '#app/features/automations/schema.ts'
import { MADE_EVENT, samples } from '#app/features/automations/samples.ts'
import { automationStore } from '#app/features/automations/store.server.ts'
import { cooldownEnd } from '#app/features/automations/throttle.server.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { listEvents } from '#app/features/events/log.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import type { ItemRef } from '#app/platform/db/guild-items.server.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'

/** Number of recorded events that are tested to find one that matches. */
const CANDIDATES = 10

type Choice = ItemRef & RunInput & { types: readonly EventType[] }

/**
 * Returns the dry run with the event of a run: the given event, the schedule, the latest recorded event that matches, or
 * a join of the caller. Invented members are never used. Throws `Conflict` if there is no event.
 */
export async function dryRunForRun(ctx: Context, { types, ...choice }: Choice): Promise<DryRun> {
  await allowGuild(ctx, 'guild:write', choice.guildId)
  if (choice.event || choice.event_id !== undefined) return testAutomation(ctx, choice)
  const { guildId, id } = choice
  const tryEvent = (event: TestEvent) => testAutomation(ctx, { guildId, id, event })
  if (types.includes('SCHEDULE')) return tryEvent({ id: MADE_EVENT, type: 'SCHEDULE', ...samples.SCHEDULE })
  // Reading a stored event is more than running the automation.
  requireKeyScope(ctx, 'events:read')
  let latest: DryRun | undefined
  for (const event of await recordedEvents(ctx, guildId, types)) {
    const tried = await tryEvent(event)
    if (tried.reason === null) return tried
    latest ??= tried
  }
  if (latest) return latest
  const actor = types.includes('MEMBER_JOIN') ? await callerIn(ctx, guildId) : null
  if (!actor)
    throw new Conflict(
      'No event that triggers this automation has been recorded yet. Wait for one, or run a custom event.',
    )
  return tryEvent({ id: MADE_EVENT, type: 'MEMBER_JOIN', ...samples.MEMBER_JOIN, actor })
}

/** Returns why an automation cannot run with any event, or null. */
export async function runObstacle(ctx: Context, { guildId, enabled }: { guildId: string; enabled: boolean }) {
  if (!enabled) return 'This automation is disabled. Enable and save it first.'
  const { modules } = await settingsOf(ctx, guildId)
  return modules.automations
    ? null
    : 'Automations are disabled in the settings of this server. Enable the “Automations” module first.'
}

/** Throws `Conflict` if an automation cannot run with any event. */
export async function requireRunnable(ctx: Context, automation: Parameters<typeof runObstacle>[1]) {
  const obstacle = await runObstacle(ctx, automation)
  if (obstacle) throw new Conflict(obstacle, 'automation_disabled')
}

/** Throws `Conflict` if an automation was deleted or cannot run, so that its jobs cannot be retried. */
export async function requireResumable(ctx: Context, { guildId, id }: ItemRef): Promise<void> {
  const automation = await automationStore.byId(ctx.db, { guildId, id })
  if (!automation) throw new Conflict('The automation of this job was deleted, so the job cannot be retried.')
  await requireRunnable(ctx, { guildId, enabled: automation.enabled === 1 })
}

const cooldownPlaces = {
  none: '',
  guild: ' in this server',
  channel: ' in the channel of this event',
  user: ' for the user of this event',
}

/** Returns until when an event cannot run an automation because of its cooldown, or null. */
export async function cooldownReason(
  ctx: Context,
  { id, cooldown }: Pick<Automation, 'id' | 'cooldown'>,
  event: GatewayEvent,
) {
  const until = await cooldownEnd(ctx, { id, cooldown }, event)
  return until
    ? `It is on cooldown${cooldownPlaces[cooldown.scope]} until ${formatTimestamp(until, true)}.`
    : null
}

/** Returns the event that a run of an automation uses by default, or what prevents the run. */
export async function defaultRun(
  ctx: Context,
  { enabled, ...choice }: Omit<Choice, keyof RunInput> & { enabled: boolean },
): Promise<DefaultRun> {
  const { guildId } = choice
  const obstacle = mayFor(ctx, 'guild:write', guildId)
    ? await runObstacle(ctx, { guildId, enabled })
    : 'You can view this automation, but you cannot run it.'
  if (obstacle) return { event: null, obstacle, isOfEvent: false }
  try {
    const { event, reason, cooldown } = await dryRunForRun(ctx, choice)
    const paused = reason ? null : await cooldownReason(ctx, { id: choice.id, cooldown }, event)
    if (paused) {
      const obstacle = `The automation would not run now. ${paused} Reload this page after that.`
      return { event: null, obstacle, isOfEvent: cooldown.scope !== 'guild' }
    }
    return reason
      ? { event: null, obstacle: `The automation would not run now. ${reason}`, isOfEvent: true }
      : { event, obstacle: null, isOfEvent: false }
  } catch (error) {
    if (error instanceof Refusal) return { event: null, obstacle: error.message, isOfEvent: true }
    throw error
  }
}

/** Returns the latest recorded events of these types, newest first. */
async function recordedEvents(ctx: Context, guildId: string, types: readonly EventType[]) {
  const found = []
  for (const type of types)
    found.push(...(await listEvents(ctx, { guildId, type, limit: CANDIDATES })).events)
  return found
    .sort((one, other) => other.occurred_at.localeCompare(one.occurred_at))
    .slice(0, CANDIDATES)
    .map(({ received_at: _, guild_id: __, ...event }): TestEvent => event)
}

/** Returns the caller as the guild's events know them, or null. Requires a linked Discord account. */
async function callerIn(ctx: Context, guildId: string) {
  if (ctx.actor.kind !== 'user') return null
  const linked = await discordIdentityOf(ctx, ctx.actor.userId)
  if (!linked) return null
  const { events } = await listEvents(ctx, { guildId, actor: linked.provider_user_id, limit: 1 })
  return events[0] && events[0].type !== 'MEMBER_LEAVE' ? events[0].actor : null
}
