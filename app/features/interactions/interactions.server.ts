import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { withEvaluation, type Evaluation } from '#app/features/automations/foresee.server.ts'
import {
  respondToCommand,
  type CommandRun,
  commandFinder,
  type CommandFinder,
} from '#app/features/interactions/answer-command.server.ts'
import { suggestionsFor } from '#app/features/interactions/suggestions.ts'
import { cooldownMessage, GUILD_BLOCKED, GUILD_PENDING } from '#app/features/interactions/refusals.ts'
import { countCommandRuns, startUserCooldown } from '#app/features/interactions/usage.server.ts'
import {
  handleComponent,
  handleModalSubmit,
  type InteractionOutcome,
} from '#app/features/interactions/components.server.ts'
import { deferMessage, deferResponse, wakeDelivery } from '#app/features/interactions/deferred.server.ts'
import { commandInput } from '#app/features/interactions/interaction-input.ts'
import {
  type InteractionResponse,
  responseTypes,
  interactionTypes,
  type GuildInteraction,
  type Interaction,
  ephemeralReply,
} from '#app/features/interactions/schema.ts'
import {
  responsesOf,
  updateResponse,
  deleteInteractionsBefore,
  insertResponses,
} from '#app/features/interactions/store.server.ts'
import { interactionDedupeSeconds } from '#app/platform/config/settings.server.ts'
import { enabledModules } from '#app/features/settings/settings.server.ts'
import { inChunks } from '#app/platform/db/sql.server.ts'
import { guildStatesOf } from '#app/features/guilds/guilds.server.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { isServed, type GuildState } from '#app/features/guilds/schema.ts'
import { triggerAutomations } from '#app/features/automations/trigger.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { ingestEvents } from '#app/features/stats/ingestion.server.ts'
import { lockGuildAndMarkChanged } from '#app/features/stats/revision.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

type PlannedResponse = InteractionOutcome & { interaction: Interaction }
type StoredResponse = PlannedResponse & { interaction: GuildInteraction }

/** Built-in command. Returns null for other interactions. An enabled command of the guild has priority. */
export type BuiltInCommand = (ctx: Context, asked: GuildInteraction) => Promise<InteractionOutcome | null>

type AnswerOptions = {
  /** Called with each response before the transaction, which a cooldown can still refuse. */
  planned?: (interaction: Interaction, answer: InteractionResponse) => void
  builtIn?: BuiltInCommand | undefined
}

/** Returns the key of an interaction. Runners report ids, so an id alone could belong to another guild. */
export const interactionKey = ({ id, guild_id }: { id: string; guild_id?: string | null | undefined }) =>
  `${guild_id ?? ''} ${id}`

/** Responds to a verified interaction. A repeated id gets the stored response and has no further effects. */
export async function answerInteraction(
  ctx: Context,
  interaction: Interaction,
  options: AnswerOptions = {},
): Promise<InteractionResponse> {
  const [answer] = await answerInteractions(ctx, [interaction], options)
  return answer!
}

/**
 * Responds to verified interactions in one transaction, with a constant number of statements. If an error is thrown,
 * nothing is stored.
 */
export async function answerInteractions(
  ctx: Context,
  list: Interaction[],
  { planned = () => {}, builtIn = async () => null }: AnswerOptions = {},
): Promise<InteractionResponse[]> {
  allow(ctx, 'interactions:answer')
  const find = commandFinder(ctx)
  const distinct = new Map(list.map((interaction) => [interactionKey(interaction), interaction]))
  const plans: PlannedResponse[] = []
  const states = await guildStatesOf(ctx, [
    ...new Set([...distinct.values()].flatMap(({ guild_id }) => guild_id ?? [])),
  ])
  for (const interaction of distinct.values()) {
    const refused = refuseGuild(interaction, states.get(interaction.guild_id ?? ''))
    plans.push({ ...(refused ?? (await plan(ctx, interaction, find, builtIn))), interaction })
  }
  for (const { interaction, answer } of plans) planned(interaction, answer)
  const keeping = plans.filter(isStored)
  const events = keeping.flatMap((one) => [...(one.events ?? []), ...(one.run?.events ?? [])])
  const kept = keeping.length
    ? await withEvaluation(ctx, events, (evaluation) => saveResponses(ctx, keeping, evaluation))
    : new Map<string, InteractionResponse>()
  if (keeping.some(({ run }) => run?.later)) await wakeDelivery(ctx)
  const made = new Map(plans.map(({ interaction, answer }) => [interactionKey(interaction), answer]))
  return list.map(interactionKey).map((key) => kept.get(key) ?? made.get(key)!)
}

/** Deletes expired responses in batches. */
export async function purgeInteractions(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  const before = new Date(ctx.now().getTime() - interactionDedupeSeconds * 1000).toISOString()
  await inBatches(sweeping, (limit) => deleteInteractionsBefore(ctx.db, before, limit))
}

/** Checks whether a response must be stored. PING, autocomplete and direct messages can be repeated safely. */
const isStored = (one: PlannedResponse): one is StoredResponse =>
  isInGuild(one.interaction) &&
  one.interaction.type !== interactionTypes.ping &&
  one.interaction.type !== interactionTypes.autocomplete

/** Returns the response in a guild that is not served, or null for served and unknown guilds. */
function refuseGuild({ type }: Interaction, state: GuildState | undefined): InteractionOutcome | null {
  if (!state || isServed(state)) return null
  if (type === interactionTypes.autocomplete)
    return { answer: { type: responseTypes.autocomplete, data: { choices: [] } } }
  return { answer: ephemeralReply(state === 'blocked' ? GUILD_BLOCKED : GUILD_PENDING) }
}

/** Determines the response without side effects. */
async function plan(
  ctx: Context,
  interaction: Interaction,
  find: CommandFinder,
  builtIn: BuiltInCommand,
): Promise<InteractionOutcome> {
  if (interaction.type === interactionTypes.ping) return { answer: { type: responseTypes.pong } }
  try {
    if (interaction.type === interactionTypes.autocomplete) {
      return {
        answer: { type: responseTypes.autocomplete, data: { choices: await suggest(interaction, find) } },
      }
    }
    if (!isInGuild(interaction)) return { answer: ephemeralReply('Commands work only in a server.') }
    if (interaction.type === interactionTypes.command)
      return await runCommandByName(ctx, interaction, find, builtIn)
    if (interaction.type === interactionTypes.component) return await handleComponent(ctx, interaction, find)
    if (interaction.type === interactionTypes.modal) return await handleModalSubmit(ctx, interaction, find)
    return { answer: ephemeralReply('This interaction is not supported.') }
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.error({ err: error, interaction: interaction.id }, 'an interaction failed')
    return interaction.type === interactionTypes.autocomplete
      ? { answer: { type: responseTypes.autocomplete, data: { choices: [] } } }
      : { answer: ephemeralReply('Something went wrong on our side. Try again in a minute.') }
  }
}

const isInGuild = (interaction: Interaction): interaction is GuildInteraction => Boolean(interaction.guild_id)

async function runCommandByName(
  ctx: Context,
  interaction: GuildInteraction,
  find: CommandFinder,
  builtIn: BuiltInCommand,
): Promise<InteractionOutcome> {
  const { name = '', type = 1 } = interaction.data ?? {}
  const command = await find.byName({ guildId: interaction.guild_id, type, name })
  const outcome = command?.enabled ? null : await builtIn(ctx, interaction)
  if (outcome) return outcome
  if (!command) return { answer: ephemeralReply('This command does not exist.') }
  const input = commandInput(interaction)
  return respondToCommand(ctx, { command, interaction, input, source: 'name', updates: false })
}

async function suggest({ guild_id, data }: Interaction, find: CommandFinder) {
  const { name = '', type = 1, options = [] } = data ?? {}
  const command = guild_id ? await find.byName({ guildId: guild_id, type, name }) : undefined
  if (!command?.enabled || !enabledModules(command.settings).commands) return []
  return suggestionsFor(fromJson(command.options), options)
}

/** Stores responses with their effects, once per guild and id. Returns the first response for each. */
function saveResponses(
  ctx: Context,
  plans: StoredResponse[],
  evaluation: Evaluation,
): Promise<Map<string, InteractionResponse>> {
  return inTransaction(ctx, async (inner) => {
    // Writers use the same order to prevent deadlocks.
    const sorted = plans.toSorted((one, other) =>
      interactionKey(one.interaction) < interactionKey(other.interaction) ? -1 : 1,
    )
    const created_at = inner.now().toISOString()
    const rows = sorted.map(({ interaction, answer, opening }) => ({
      guild_id: interaction.guild_id,
      id: interaction.id,
      answer: JSON.stringify(answer),
      opening: opening ? JSON.stringify(opening) : null,
      created_at,
    }))
    const fresh = new Set(
      (await inChunks(rows, (chunk) => insertResponses(inner.db, chunk))).map(interactionKey),
    )
    const responses = await applyEffects(
      inner,
      sorted.filter(({ interaction }) => fresh.has(interactionKey(interaction))),
      evaluation,
    )
    const known = sorted
      .map(({ interaction }) => interaction)
      .filter((one) => !fresh.has(interactionKey(one)))
    const keys = new Set(known.map(interactionKey))
    for (const row of known.length ? await responsesOf(inner.db, known) : [])
      if (keys.has(interactionKey(row))) responses.set(interactionKey(row), fromJson(row.answer))
    return responses
  })
}

async function applyEffects(
  ctx: Context,
  plans: StoredResponse[],
  evaluation: Evaluation,
): Promise<Map<string, InteractionResponse>> {
  const responses = new Map(plans.map(({ interaction, answer }) => [interactionKey(interaction), answer]))
  // Lock order: code that ends a run locks the guild before the command.
  await lockGuilds(
    ctx,
    plans.flatMap(({ interaction, run }) => (run ? interaction.guild_id : [])),
  )
  const events = plans.flatMap((one) => one.events ?? [])
  const runs: CommandRun[] = []
  for (const { interaction, run } of plans
    .flatMap(({ interaction, run }) => (run ? [{ interaction, run }] : []))
    .toSorted(byCooldownKey)) {
    const until = await startUserCooldown(ctx, run)
    if (until) {
      const refused = ephemeralReply(cooldownMessage(until))
      await updateResponse(ctx.db, interaction, JSON.stringify(refused))
      responses.set(interactionKey(interaction), refused)
      continue
    }
    runs.push(run)
    events.push(...run.events)
    if (run.later) await deferResponse(ctx, interaction, run)
  }
  for (const { interaction, later } of plans) if (later) await deferMessage(ctx, interaction, later)
  await countCommandRuns(ctx, runs)
  if (events.length) await recordEvents(ctx, events, evaluation)
  return responses
}

/** Compares runs by cooldown key, in the same order for every writer. */
function byCooldownKey(one: { run: CommandRun }, other: { run: CommandRun }) {
  const key = ({ run }: { run: CommandRun }) => `${run.command.id} ${run.events[0]?.actor?.id}`
  return key(one) < key(other) ? -1 : 1
}

/**
 * Stores and counts events and triggers automations, in batched statements. Skips known events and events from removed
 * guilds. `evaluation` must be computed from the same events.
 */
async function recordEvents(ctx: Context, events: GatewayEvent[], evaluation: Evaluation): Promise<void> {
  const gone = new Set<string>()
  // A fixed order of guilds prevents deadlocks between batches.
  for (const guildId of [...new Set(events.map((event) => event.guild_id))].sort()) {
    const first = events.find((event) => event.guild_id === guildId)!
    if (!(await lockGuildAndMarkChanged(ctx, first))) gone.add(guildId)
  }
  const fresh = await ingestEvents(
    ctx,
    events.filter((event) => !gone.has(event.guild_id)),
  )
  await triggerAutomations(ctx, fresh, evaluation)
}
