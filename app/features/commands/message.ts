import { type Component, type Modal, componentTypes, controlId } from '#app/features/commands/components.ts'
import type { Embed } from '#app/features/actions/embed.ts'
import { fillEmbed } from '#app/features/actions/fill-action.ts'
import { fillTemplate, type Facts } from '#app/features/actions/template.ts'
import { customEmoji } from '#app/primitives/emoji.ts'
import { truncate } from '#app/primitives/text.ts'

/** Message in Discord's format. */
export type Message = Record<string, unknown>

type CommandReply = {
  content: string | null
  embed: Embed | null
  components: Component[]
  mentions: string[]
}

const MAX_CONTENT_LENGTH = 2000
/** Fallback for messages that are empty after template variables are replaced. Discord rejects empty messages. */
const EMPTY_CONTENT = 'The response is empty.'

/** Builds a command's response within Discord's limits. Only mentions of allowed types send notifications. */
export function buildMessage(commandId: string, said: CommandReply, facts: Facts): Message {
  const content = said.content === null ? '' : fillTemplate(said.content, facts, MAX_CONTENT_LENGTH)
  const embed = said.embed && fillEmbed(said.embed, facts)
  return {
    ...(content.trim() ? { content } : embed ? {} : { content: EMPTY_CONTENT }),
    ...(embed ? { embeds: [embed] } : {}),
    ...(said.components.length ? { components: componentRows(commandId, said.components) } : {}),
    allowed_mentions: { parse: said.mentions },
  }
}

const styles = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5 } as const

/** Groups components into rows. A row can contain five buttons or one select. */
function componentRows(commandId: string, components: Component[]) {
  const rows: { type: number; components: object[] }[] = []
  let buttons: object[] | null = null
  const row = (first: object[]) => (rows.push({ type: componentTypes.row, components: first }), first)
  for (const one of components) {
    if (one.kind === 'select') {
      row([selectOf(commandId, one)])
      continue
    }
    if (!buttons || buttons.length === 5) buttons = row([])
    buttons.push(buttonOf(commandId, one))
  }
  return rows
}

type Of<K extends Component['kind']> = Extract<Component, { kind: K }>

/** Returns an emoji in Discord's format. Older commands have none. */
function emojiOf(value: string | null | undefined) {
  if (!value) return {}
  const custom = customEmoji(value)
  return { emoji: custom ? { id: custom.id, name: custom.name } : { name: value } }
}

const buttonOf = (commandId: string, one: Of<'button'> | Of<'link'>) => ({
  type: componentTypes.button,
  label: one.label,
  ...emojiOf(one.emoji),
  ...(one.kind === 'link'
    ? { style: styles.link, url: one.url }
    : { style: styles[one.style], custom_id: controlId(commandId, one.id) }),
})

const selectOf = (commandId: string, { id, placeholder, options }: Of<'select'>) => ({
  type: componentTypes.select,
  custom_id: controlId(commandId, id),
  ...(placeholder ? { placeholder } : {}),
  options: options.map(({ label, value, description, emoji }) => ({
    label,
    value,
    ...(description ? { description } : {}),
    ...emojiOf(emoji),
  })),
})

/** Builds a modal in Discord's format. */
export const buildModal = (customId: string, { title, fields }: Modal) => ({
  custom_id: customId,
  title: truncate(title, 45),
  components: fields.map(({ id, label, style, required, placeholder, max_length }) => ({
    type: componentTypes.row,
    components: [
      {
        type: componentTypes.text,
        custom_id: id,
        label,
        style: style === 'short' ? 1 : 2,
        required,
        max_length,
        ...(placeholder ? { placeholder } : {}),
      },
    ],
  })),
})
