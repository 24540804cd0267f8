import type { Context } from '#app/context.server.ts'
import {
  answerCommand,
  type Outcome,
  type CommandFinder,
} from '#app/features/interactions/answer-command.server.ts'
import { type Component, componentTypes, readCustomId } from '#app/features/commands/components.ts'
import { commandTypes } from '#app/features/commands/schema.ts'
import {
  eventOf,
  type Given,
  givenByControl,
  givenByForm,
} from '#app/features/interactions/interaction-input.ts'
import { answers, type Interaction, whisper } from '#app/features/interactions/schema.ts'
import { openingOf, type CommandRow } from '#app/features/interactions/store.server.ts'
import { modulesIn } from '#app/features/settings/settings.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

type Asked = Interaction & { guild_id: string }
type Acting = Exclude<Component, { kind: 'link' }>

/** An outcome, and what happened whether or not a command runs. */
export type Happened = Outcome & { events?: GatewayEvent[] }

const stale = () => ({ answer: whisper('This control is no longer in use.') })

/**
 * A press of a button or a choice in a select that a command’s answer bears. It causes its event, and runs the command that
 * it names. A command that is run from its own answer changes that answer; another one’s comes below it.
 */
export async function press(ctx: Context, asked: Asked, find: CommandFinder): Promise<Happened> {
  const id = readCustomId(asked.data?.custom_id)
  if (id?.kind !== 'control') return stale()
  const bearer = await find.byId({ guildId: asked.guild_id, id: id.commandId })
  const control = bearer && controlOf(bearer, id.id, asked.data?.component_type)
  if (!control) return stale()
  if (!isOn(bearer)) return { answer: whisper('This control is switched off.') }
  const given = givenByControl(asked, control.id)
  const events = [eventOfPress(ctx, asked, bearer, control, given)]
  if (control.runs === null) return { answer: { type: answers.deferredUpdate }, events }
  const wanted = { guildId: asked.guild_id, type: commandTypes.chat_input, name: control.runs }
  const command = await find.byName(wanted)
  if (!command) return { answer: whisper('This command is not known here.'), events }
  const updates = command.id === bearer.id
  return { ...(await answerCommand(ctx, { command, asked, given, through: 'control', updates })), events }
}

/** A form that was filled in: the command that opened it runs, with what it was opened with and what was filled in. */
export async function submit(ctx: Context, asked: Asked, find: CommandFinder): Promise<Happened> {
  const id = readCustomId(asked.data?.custom_id)
  if (id?.kind !== 'form') return stale()
  const command = await find.byId({ guildId: asked.guild_id, id: id.commandId })
  if (!command?.modal) return stale()
  const opening = id.openedBy && (await openingOf(ctx.db, { id: id.openedBy, guildId: asked.guild_id }))
  if (opening === undefined) {
    return { answer: whisper('This form was open for too long. Please use the command again.') }
  }
  const given = givenByForm(asked, opening ? (JSON.parse(opening) as Given) : null)
  const outcome = await answerCommand(ctx, { command, asked, given, through: 'form', updates: false })
  // What is refused was not submitted: nothing else may come of it.
  outcome.run?.events.push(eventOfSubmission(ctx, asked, command, given))
  return outcome
}

const isOn = ({ enabled, settings }: CommandRow) => Boolean(enabled) && modulesIn(settings).commands

function controlOf(command: CommandRow, id: string, type: number | undefined): Acting | undefined {
  const kind = type === componentTypes.button ? 'button' : type === componentTypes.select ? 'select' : null
  return (JSON.parse(command.components) as Component[]).find(
    (one): one is Acting => one.kind === kind && 'id' in one && one.id === id,
  )
}

const at = (ctx: Context) => ctx.now().toISOString()

function eventOfPress(ctx: Context, asked: Asked, bearer: CommandRow, control: Acting, given: Given) {
  const data = { custom_id: control.id, command: bearer.name, values: given.data.values }
  const target = asked.message ? { id: asked.message.id, kind: 'message', name: '' } : null
  return eventOf(asked, control.kind === 'button' ? 'BUTTON_CLICK' : 'SELECT_USE', { data, target }, at(ctx))
}

function eventOfSubmission(ctx: Context, asked: Asked, command: CommandRow, { data, target }: Given) {
  const submitted = { command: command.name, fields: data.fields }
  return eventOf(asked, 'MODAL_SUBMIT', { data: submitted, target }, at(ctx))
}
