import type { Context } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import type { Rule } from '#app/features/actions/conditions.ts'
import type { Program } from '#app/features/automations/evaluation/evaluation.ts'
import { fillAction } from '#app/features/actions/fill-action.ts'
import { slowReasons } from '#app/features/automations/evaluation/evaluation.ts'
import { formId } from '#app/features/commands/components.ts'
import { buildModal, buildMessage, type Message } from '#app/features/commands/message.ts'
import { cooldownMessage, denialReason } from '#app/features/interactions/refusals.ts'
import { disableSlowCommand } from '#app/features/commands/manage.server.ts'
import {
  commandById,
  commandByName,
  cooldownOf,
  type CommandRow,
} from '#app/features/interactions/store.server.ts'
import {
  eventOf,
  factsOf,
  type InteractionInput,
  hasInput,
} from '#app/features/interactions/interaction-input.ts'
import {
  type InteractionResponse,
  responseTypes,
  userOf,
  EPHEMERAL,
  type GuildInteraction,
  type Interaction,
  ephemeralReply,
} from '#app/features/interactions/schema.ts'
import { enabledModules } from '#app/features/settings/settings.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Command invocation: the input, the source (name, control or form), and whether the response updates the message. */
type CommandInvocation = {
  command: CommandRow
  interaction: GuildInteraction
  input: InteractionInput
  source: 'name' | 'control' | 'form'
  updates: boolean
}

type FilledAction = ReturnType<typeof fillAction>

/**
 * Planned run of a command, before any effects. The code that stores the response counts the use and starts the
 * actions.
 */
export type CommandRun = {
  command: CommandRow
  /** Events to record if the command runs. */
  events: GatewayEvent[]
  /** Reason why the response could not be built. */
  failure: string | null
  /** Message to send once the actions have finished. Null if the first response is final. */
  later: { message: Message; actions: FilledAction[] } | null
}

/** Response to a command, and the effects of the command. `opening` is the input that opens a form. */
export type CommandOutcome = { answer: InteractionResponse; run?: CommandRun; opening?: InteractionInput }

const DONE = 'Done.'
const RECEIVED = 'Thank you. Your input was received.'
const NOTHING_TO_DO = 'This command has no response to this input.'
const FAILED = 'This command has an error. The server’s managers can see the details.'

/** Determines the response to a command. Logs errors and sends the user an error message. */
export async function respondToCommand(ctx: Context, invocation: CommandInvocation): Promise<CommandOutcome> {
  const { command, interaction, input, source } = invocation
  try {
    const refusal = denialReason(
      {
        ...command,
        modules: enabledModules(command.settings),
        contexts: fromJson(command.contexts),
      },
      interaction,
    )
    if (refusal) return { answer: ephemeralReply(refusal) }
    if (command.modal && source !== 'form') return await openModal(ctx, command, interaction, input)
    return await prepare(ctx, invocation)
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.warn({ err: error, command: command.id }, 'a command failed to respond')
    const events = [commandUseEvent(ctx, invocation, true)]
    const failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    return { answer: ephemeralReply(FAILED), run: { command, events, failure, later: null } }
  }
}

/** Opens the form, unless a cooldown is active and would reject the submission. */
async function openModal(
  { db, now }: Context,
  command: CommandRow,
  interaction: Interaction,
  input: InteractionInput,
) {
  const asker = userOf(interaction)
  const rest = command.cooldown_seconds && asker ? await cooldownOf(db, command.id, asker.id) : undefined
  if (rest && rest.until > now().toISOString()) return { answer: ephemeralReply(cooldownMessage(rest.until)) }
  const remembers = hasInput(input)
  const form = buildModal(formId(command.id, remembers ? interaction.id : null), fromJson(command.modal!))
  return { answer: { type: responseTypes.modal, data: form }, ...(remembers ? { opening: input } : {}) }
}

async function prepare(ctx: Context, invocation: CommandInvocation): Promise<CommandOutcome> {
  const { command, interaction, input } = invocation
  const event = commandUseEvent(ctx, invocation, false)
  const facts = factsOf(interaction, event, input, command.guild_name)
  const { said, otherwise } = responseContent(command)
  const all = fromJson(command.actions)
  const matching = await matchingActions(ctx, command, all, event)
  const actions = all
    .filter(({ condition }, index) => !condition || matching.has(index))
    .map((action) => fillAction(action, facts))
  const message = said
    ? buildMessage(command.id, said, facts)
    : { content: all.length && !actions.length ? NOTHING_TO_DO : otherwise, allowed_mentions: { parse: [] } }
  const flags = command.ephemeral || !said ? { flags: EPHEMERAL } : {}
  const run = { command, events: [event], failure: null }
  if (!actions.length && !command.defer) {
    const type = invocation.updates && said ? responseTypes.update : responseTypes.message
    const data = type === responseTypes.update ? message : { ...message, ...flags }
    return { answer: { type, data }, run: { ...run, later: null } }
  }
  if (!interaction.application_id || !interaction.token)
    throw new Error('Discord sent no token for a deferred response')
  const answer = invocation.updates
    ? { type: responseTypes.deferredUpdate }
    : { type: responseTypes.deferred, ...('flags' in flags ? { data: flags } : {}) }
  return { answer, run: { ...run, later: { message, actions } } }
}

/**
 * Returns the indexes of the actions whose conditions match. If a condition is too slow, disables the command and
 * throws an error.
 */
async function matchingActions(
  ctx: Context,
  command: CommandRow,
  actions: readonly { condition: Rule | null }[],
  event: GatewayEvent,
): Promise<Set<number>> {
  const programs = actions.map(({ condition }): Program => ({
    conditions: { match: 'all', rules: condition ? [condition] : [] },
    types: null,
  }))
  if (!programs.length) return new Set()
  const key = `command ${command.id} ${command.version}`
  const { hits, faults } = await ctx.evaluator.evaluate({ key, programs }, [event])
  const slow = faults.find(({ reason }) => reason !== 'syntax')
  if (slow) {
    await disableSlowCommand(ctx, command, slow.reason)
    throw new Error(slowReasons[slow.reason])
  }
  return new Set(hits.map(([program]) => program))
}

/**
 * Returns a command's message. Commands that only run actions or accept a form have no message and send `otherwise`.
 */
function responseContent(command: CommandRow) {
  const { type, content, embed } = fromJson(command.response)
  const components = fromJson(command.components)
  const mentions = fromJson(command.allowed_mentions)
  if (type === 'action_only') return { said: null, otherwise: DONE }
  if (command.modal && !content?.trim() && !embed) return { said: null, otherwise: RECEIVED }
  return { said: { content, embed, components, mentions }, otherwise: '' }
}

function commandUseEvent(
  ctx: Context,
  { command, interaction, input, source }: CommandInvocation,
  failed: boolean,
): GatewayEvent {
  const data = { command: command.name, failed, ...input.data }
  return eventOf(
    interaction,
    'COMMAND_USE',
    { data, target: input.target },
    ctx.now().toISOString(),
    source !== 'name',
  )
}

type Name = { guildId: string; type: number; name: string }
type Id = { guildId: string; id: string }

/**
 * Creates a lookup of commands that merges concurrent requests for the same command. The caller must have checked
 * access.
 */
export function commandFinder({ db }: Context) {
  const found = new Map<string, Promise<CommandRow | undefined>>()
  const once = (key: string, look: () => Promise<CommandRow | undefined>) => {
    let promise = found.get(key)
    if (!promise) found.set(key, (promise = look()))
    return promise
  }
  return {
    byName: (by: Name) => once(`${by.guildId} ${by.type} ${by.name}`, () => commandByName(db, by)),
    byId: (by: Id) => once(`${by.guildId} ${by.id}`, () => commandById(db, by)),
  }
}

export type CommandFinder = ReturnType<typeof commandFinder>
