import { mayFor, requireKeyScope } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import type { Issue } from '#app/errors.ts'
import type { Rule } from '#app/features/actions/conditions.ts'
import { directoryProblems } from '#app/features/actions/directory-warnings.ts'
import { valueAt } from '#app/features/actions/evaluate.ts'
import { eventFacts, isEventVariable, withFacts } from '#app/features/actions/event-facts.ts'
import { fillAction } from '#app/features/actions/fill-action.ts'
import { resolveActions, type Resolution } from '#app/features/actions/resolve-action.ts'
import type { ActionType } from '#app/features/actions/action-types.ts'
import { configWithoutSecrets, withoutSecrets } from '#app/features/actions/schema.ts'
import { unknownVariable, variablesIn, type Facts } from '#app/features/actions/template.ts'
import { readAutomation } from '#app/features/automations/automations.server.ts'
import { patternErrors } from '#app/features/automations/evaluation/check-patterns.server.ts'
import { checkDefinition, throwIssues } from '#app/features/automations/checks.server.ts'
import type { DryRun, DryRunInput, TestEvent } from '#app/features/automations/dry-run.ts'
import type { Definition } from '#app/features/automations/schema.ts'
import type { Program } from '#app/features/automations/evaluation/evaluation.ts'
import { sampleEvent } from '#app/features/automations/samples.ts'
import { cooldownKey } from '#app/features/automations/throttle.server.ts'
import { directoryOf, type KnownDirectory } from '#app/features/directory/directory.server.ts'
import { eventLabel, type EventType } from '#app/features/events/labels.ts'
import { listEvents, readEvent } from '#app/features/events/log.server.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { allowGuild, readGuild } from '#app/features/guilds/guilds.server.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { isPrivateHost } from '#app/platform/security/private-addresses.server.ts'

type ResolvedAction = {
  type: ActionType
  /** Config as its author wrote it. */
  written: Record<string, unknown>
  resolved: Resolution
}

/**
 * Returns the reasons why an action would fail for an event, as sentences. Cannot check the bot's permissions on
 * Discord.
 */
function problemsOf({ type, written, resolved }: ResolvedAction, { modules }: GuildSettings): string[] {
  const problems: (string | false | null)[] = [
    !modules.automations && 'Automations are disabled in the settings of this server.',
    'problem' in resolved && resolved.problem,
    type === 'CALL_WEBHOOK' && webhookProblem(written),
  ]
  return problems.filter((problem): problem is string => Boolean(problem))
}

function webhookProblem({ url, method, body }: ResolvedAction['written']) {
  if (isPrivateHost(new URL(String(url)).hostname))
    return 'Calls to private addresses are rejected. Use a public URL.'
  return method === 'GET' && body
    ? 'A GET request cannot have a body. Use another method, or remove the body.'
    : null
}

const EVENTS_PER_TYPE = 10
const LATEST_EVENTS = 25

/** Returns a guild's latest events, overall and for each of these types, newest first. */
export async function recentEvents(
  ctx: Context,
  { guildId, types }: { guildId: string; types: readonly EventType[] },
): Promise<LoggedEvent[]> {
  await allowGuild(ctx, 'guild:read', guildId)
  const found = new Map<string, LoggedEvent>()
  const add = async (limit: number, type?: EventType) => {
    const { events } = await listEvents(ctx, { guildId, limit, ...(type ? { type } : {}) })
    for (const event of events) found.set(event.id, event)
  }
  await add(LATEST_EVENTS)
  for (const type of types) await add(EVENTS_PER_TYPE, type)
  return [...found.values()].sort((one, other) => other.occurred_at.localeCompare(one.occurred_at))
}

type EventChoice = { guildId: string; event?: TestEvent | undefined; event_id?: string | undefined }

/**
 * Simulates an automation with an event, by default a sample event of its first trigger. Ignores whether the automation
 * is disabled or on cooldown. Throws `NotFound`, and `Invalid` for an invalid definition.
 */
export async function testAutomation(
  ctx: Context,
  { guildId, id, definition, ...given }: EventChoice & DryRunInput & { id: string },
): Promise<DryRun> {
  await allowGuild(ctx, 'guild:read', guildId)
  const saved = await readAutomation(ctx, { guildId, id })
  return {
    ...(await dryRunDefinition(ctx, { guildId, definition: definition ?? saved, ...given })),
    automation_id: id,
  }
}

/** Actions of a saved automation that would fail or have warnings in a dry run, with their sentences. */
export type Forecast = { failing: number; total: number; issues: Issue[] }

/** Returns the problems and warnings of a dry run with a sample event, for the notice after saving. */
export async function forecastActions(
  ctx: Context,
  asked: { guildId: string; id: string },
): Promise<Forecast> {
  const { actions } = await testAutomation(ctx, asked)
  return {
    failing: actions.filter(({ problems }) => problems.length > 0).length,
    total: actions.length,
    issues: actions.flatMap(({ problems, warnings }, index) =>
      problems.length + warnings.length > 0
        ? [{ path: `actions.${index}.type`, message: [...problems, ...warnings].join(' ') }]
        : [],
    ),
  }
}

/** Simulates a definition that is not saved. */
export async function dryRunDefinition(
  ctx: Context,
  { guildId, definition, ...given }: EventChoice & { definition: Definition },
): Promise<DryRun> {
  await allowGuild(ctx, 'guild:read', guildId)
  const guild = await readGuild(ctx, { id: guildId })
  await checkDefinition(ctx, definition)
  const event = await eventFor(ctx, { guildId, ...given }, definition)
  const settings = await settingsOf(ctx, guildId)
  const facts = withFacts(eventFacts(event), [['guild.name', guild.name]])
  const { trigger, conditions, cooldown } = definition
  const triggered = trigger.events.includes(event.type) && !isExcludedChannel(event, settings)
  const holds = await evaluateRules(ctx, conditions.rules, event)
  const matched =
    !holds.length || (conditions.match === 'all' ? !holds.includes(false) : holds.includes(true))
  const reason = notRunReason(event, { triggered, matched, settings })
  return {
    automation_id: null,
    event,
    triggered,
    reason,
    conditions: conditions.rules.map((rule, index) => ({
      ...rule,
      actual: valueAt(event, rule.field) ?? null,
      holds: holds[index]!,
    })),
    matched,
    cooldown: { ...cooldown, key: cooldownKey(cooldown, event) },
    actions: planActions(definition, {
      event,
      settings,
      facts,
      directory: await directoryOf(ctx, guildId),
      runs: reason === null,
      isOpen: mayFor(ctx, 'guild:write', guildId),
    }),
  }
}

/** Evaluates each rule separately. Throws `Invalid` if a rule takes too long with this event. */
async function evaluateRules(ctx: Context, rules: Rule[], event: GatewayEvent): Promise<boolean[]> {
  const programs = rules.map((rule): Program => ({
    conditions: { match: 'all', rules: [rule] },
    types: null,
  }))
  const { hits, faults } = await ctx.evaluator.evaluate({ key: `try ${JSON.stringify(rules)}`, programs }, [
    event,
  ])
  throwIssues(
    faults.map(({ program, reason }) => ({
      path: `conditions.rules.${program}.value`,
      message: patternErrors[reason],
    })),
  )
  const held = new Set(hits.map(([program]) => program))
  return rules.map((_, index) => held.has(index))
}

async function eventFor(ctx: Context, given: EventChoice, { trigger }: Definition): Promise<GatewayEvent> {
  const { guildId, event, event_id } = given
  if (event_id !== undefined) {
    // Reading a stored event is more than reading the automation.
    requireKeyScope(ctx, 'events:read')
    const { received_at: _, ...happened } = await readEvent(ctx, { guildId, id: event_id })
    return happened
  }
  if (!event) return sampleEvent(trigger.events[0]!, guildId, ctx.now())
  return { ...event, occurred_at: event.occurred_at ?? ctx.now().toISOString(), guild_id: guildId }
}

/** Checks whether the settings exclude the event's channel. The bot does not see events in excluded channels. */
const isExcludedChannel = ({ channel }: GatewayEvent, { excluded_channels }: GuildSettings) =>
  channel !== null && excluded_channels.includes(channel.id)

type TriggerCheck = { triggered: boolean; matched: boolean; settings: GuildSettings }

function notRunReason(event: GatewayEvent, { triggered, matched, settings }: TriggerCheck): string | null {
  if (isExcludedChannel(event, settings)) return 'The settings exclude events in this channel.'
  if (!triggered) return `“${eventLabel(event.type).name}” does not trigger this automation.`
  if (!matched) return 'The conditions do not match this event.'
  return settings.modules.automations ? null : 'Automations are disabled in the settings of this server.'
}

type PlanContext = {
  event: GatewayEvent
  settings: GuildSettings
  facts: Facts
  directory: KnownDirectory
  runs: boolean
  isOpen: boolean
}

/** Plans the actions in order. If an action that stops on errors would fail, the following actions are skipped. */
function planActions(
  { actions }: Definition,
  { runs, isOpen, event, settings, facts, directory }: PlanContext,
): DryRun['actions'] {
  let goesOn = runs
  const filled = actions.map(({ type, config }) => fillAction({ type, config }, facts))
  const resolved = resolveActions(filled, { event, settings })
  return actions.map(({ id, type, config: written, delay_seconds, on_error }, index) => {
    const ready = resolved[index]!
    const { config } = isOpen ? filled[index]! : withoutSecrets(filled[index]!)
    const used = directoryProblems({ type, config: 'config' in ready ? ready.config : config }, directory)
    const problems = [...problemsOf({ type, written, resolved: ready }, settings), ...used.problems]
    const would_run = goesOn
    if (problems.length && on_error === 'stop') goesOn = false
    const warnings = [
      ...variablesIn(isOpen ? written : configWithoutSecrets(type, written))
        .filter((name) => !facts.has(name))
        .map((name) =>
          isEventVariable(name)
            ? `{${name}} has no value for this event, so it is sent as it is.`
            : unknownVariable(name),
        ),
      ...used.warnings,
    ]
    return { id, type, would_run, config, delay_seconds, problems, warnings }
  })
}
