import type { Context } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import type { Action } from '#app/features/actions/schema.ts'
import type { Rule } from '#app/features/actions/conditions.ts'
import type { Program } from '#app/features/automations/evaluation/evaluation.ts'
import { fillAction } from '#app/features/actions/fill-action.ts'
import { slowReasons } from '#app/features/automations/evaluation/stop-slow.server.ts'
import { type Component, type Modal, formId } from '#app/features/commands/components.ts'
import type { Embed } from '#app/features/actions/embed.ts'
import { buildModal, buildMessage, type Message } from '#app/features/commands/message.ts'
import { cooldownMessage, denialReason } from '#app/features/interactions/refusals.ts'
import { disableSlowCommand } from '#app/features/commands/stop-slow.server.ts'
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
  type Interaction,
  ephemeralReply,
} from '#app/features/interactions/schema.ts'
import { enabledModules } from '#app/features/settings/settings.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/** Somebody wants a command: with what, whether through something of an earlier answer, and whether that answer changes. */
type CommandInvocation = {
  command: CommandRow
  interaction: Interaction & { guild_id: string }
  input: InteractionInput
  source: 'name' | 'control' | 'form'
  updates: boolean
}

type FilledAction = ReturnType<typeof fillAction>

/** A command that runs. Nothing of it has happened yet: whoever keeps the answer counts the use and does the rest. */
export type CommandRun = {
  command: CommandRow
  /** Its use, and what happened with it and would not have without it. */
  events: GatewayEvent[]
  /** Why it has nothing to say. */
  failure: string | null
  /** What is said later, once the actions are done; null when the answer says it all. */
  later: { message: Message; actions: FilledAction[] } | null
}

/** What is answered, and what comes with it. `opening` is what a form is opened with. */
export type CommandOutcome = { answer: InteractionResponse; run?: CommandRun; opening?: InteractionInput }

const DONE = 'Done.'
const RECEIVED = 'Thank you, it has been received.'
const NOTHING_TO_DO = 'There is nothing to do here.'
const FAILED = 'Something is wrong with this command. Those who look after it can see what.'

/** Decides what a command answers. What is broken in it is told to the asker as an apology, and noted. */
export async function respondToCommand(ctx: Context, invocation: CommandInvocation): Promise<CommandOutcome> {
  const { command, interaction, input, source } = invocation
  try {
    const refusal = denialReason(
      {
        ...command,
        modules: enabledModules(command.settings),
        contexts: JSON.parse(command.contexts) as number[],
      },
      interaction,
    )
    if (refusal) return { answer: ephemeralReply(refusal) }
    if (command.modal && source !== 'form') return await openModal(ctx, command, interaction, input)
    return await prepare(ctx, invocation)
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.warn({ err: error, command: command.id }, 'a command could not be answered')
    const events = [commandUseEvent(ctx, invocation, true)]
    const failure = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    return { answer: ephemeralReply(FAILED), run: { command, events, failure, later: null } }
  }
}

/** While they rest, nobody is asked to fill in what would be refused. */
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
  const form = buildModal(
    formId(command.id, remembers ? interaction.id : null),
    JSON.parse(command.modal!) as Modal,
  )
  return { answer: { type: responseTypes.modal, data: form }, ...(remembers ? { opening: input } : {}) }
}

async function prepare(ctx: Context, invocation: CommandInvocation): Promise<CommandOutcome> {
  const { command, interaction, input } = invocation
  const event = commandUseEvent(ctx, invocation, false)
  const facts = factsOf(interaction, event, input, command.guild_name)
  const { said, otherwise } = responseContent(command)
  const all = JSON.parse(command.actions) as Action<{ condition: Rule | null }>[]
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
    throw new Error('Discord sent no token to answer with later')
  const answer = invocation.updates
    ? { type: responseTypes.deferredUpdate }
    : { type: responseTypes.deferred, ...('flags' in flags ? { data: flags } : {}) }
  return { answer, run: { ...run, later: { message, actions } } }
}

/** Returns the positions of the actions whose conditions hold. Disables the command and throws when one is too slow. */
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

/** What a command says; null when it only acts, or only takes what a form brought, and `otherwise` stands for it. */
function responseContent(command: CommandRow) {
  const { type, content, embed } = JSON.parse(command.response) as {
    type: string
    content: string | null
    embed: Embed | null
  }
  const components = JSON.parse(command.components) as Component[]
  const mentions = JSON.parse(command.allowed_mentions) as string[]
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

/** Looks commands up, each once, however many of those who ask at the same moment want it. Its caller has authorised it. */
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
