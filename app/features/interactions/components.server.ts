import type { Context } from '#app/context.server.ts'
import {
  respondToCommand,
  type CommandOutcome,
  type CommandFinder,
} from '#app/features/interactions/answer-command.server.ts'
import { type Component, componentTypes, readCustomId } from '#app/features/commands/components.ts'
import { commandTypes } from '#app/features/commands/schema.ts'
import type { LaterMessage } from '#app/features/interactions/deferred.server.ts'
import {
  eventOf,
  type InteractionInput,
  componentInput,
  modalInput,
} from '#app/features/interactions/interaction-input.ts'
import { responseTypes, type GuildInteraction, ephemeralReply } from '#app/features/interactions/schema.ts'
import { modalOpening, type CommandRow } from '#app/features/interactions/store.server.ts'
import { enabledModules } from '#app/features/settings/settings.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { fromJson } from '#app/primitives/json.ts'

type InteractiveComponent = Exclude<Component, { kind: 'link' }>

/**
 * Outcome with events that are recorded whether or not a command runs, and the message that follows a deferred response.
 */
export type InteractionOutcome = CommandOutcome & { events?: GatewayEvent[]; later?: LaterMessage }

const staleReply = () => ({ answer: ephemeralReply('This control is no longer in use.') })

/**
 * Handles a button or select in a response: emits its event and runs its command. If the command created the response,
 * the command updates that response. Otherwise, the command sends a new message.
 */
export async function handleComponent(
  ctx: Context,
  interaction: GuildInteraction,
  find: CommandFinder,
): Promise<InteractionOutcome> {
  const id = readCustomId(interaction.data?.custom_id)
  if (id?.kind !== 'control') return staleReply()
  const owner = await find.byId({ guildId: interaction.guild_id, id: id.commandId })
  const control = owner && findComponent(owner, id.id, interaction.data?.component_type)
  if (!control) return staleReply()
  if (!isOn(owner)) return { answer: ephemeralReply('This control is disabled.') }
  const input = componentInput(interaction, control.id)
  const events = [componentEvent(ctx, interaction, owner, control, input)]
  if (control.runs === null) return { answer: { type: responseTypes.deferredUpdate }, events }
  const wanted = { guildId: interaction.guild_id, type: commandTypes.chat_input, name: control.runs }
  const command = await find.byName(wanted)
  if (!command) return { answer: ephemeralReply('This command does not exist.'), events }
  const updates = command.id === owner.id
  return {
    ...(await respondToCommand(ctx, { command, interaction, input, source: 'control', updates })),
    events,
  }
}

/** Handles a submitted form: runs the command that opened the form, with the original input and the fields. */
export async function handleModalSubmit(
  ctx: Context,
  interaction: GuildInteraction,
  find: CommandFinder,
): Promise<InteractionOutcome> {
  const id = readCustomId(interaction.data?.custom_id)
  if (id?.kind !== 'form') return staleReply()
  const command = await find.byId({ guildId: interaction.guild_id, id: id.commandId })
  if (!command?.modal) return staleReply()
  const opening =
    id.openedBy && (await modalOpening(ctx.db, { guild_id: interaction.guild_id, id: id.openedBy }))
  if (opening === undefined) {
    return { answer: ephemeralReply('This form has expired. Use the command again.') }
  }
  const input = modalInput(interaction, fromJson(opening))
  const outcome = await respondToCommand(ctx, { command, interaction, input, source: 'form', updates: false })
  // A rejected submission must not emit an event.
  outcome.run?.events.push(modalSubmitEvent(ctx, interaction, command, input))
  return outcome
}

const isOn = ({ enabled, settings }: CommandRow) => Boolean(enabled) && enabledModules(settings).commands

function findComponent(
  command: CommandRow,
  id: string,
  type: number | undefined,
): InteractiveComponent | undefined {
  const kind = type === componentTypes.button ? 'button' : type === componentTypes.select ? 'select' : null
  return fromJson(command.components).find(
    (one): one is InteractiveComponent => one.kind === kind && 'id' in one && one.id === id,
  )
}

const at = (ctx: Context) => ctx.now().toISOString()

function componentEvent(
  ctx: Context,
  interaction: GuildInteraction,
  owner: CommandRow,
  control: InteractiveComponent,
  input: InteractionInput,
) {
  const data = { custom_id: control.id, command: owner.name, values: input.data.values }
  const target = interaction.message ? { id: interaction.message.id, kind: 'message', name: '' } : null
  return eventOf(
    interaction,
    control.kind === 'button' ? 'BUTTON_CLICK' : 'SELECT_USE',
    { data, target },
    at(ctx),
  )
}

function modalSubmitEvent(
  ctx: Context,
  interaction: GuildInteraction,
  command: CommandRow,
  { data, target }: InteractionInput,
) {
  const submitted = { command: command.name, fields: data.fields }
  return eventOf(interaction, 'MODAL_SUBMIT', { data: submitted, target }, at(ctx))
}
