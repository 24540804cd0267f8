import { eventFacts, mentionOf, withFacts } from '#app/features/actions/event-facts.ts'
import type { Facts } from '#app/features/actions/template.ts'
import { optionTypes } from '#app/features/commands/options.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import {
  userOf,
  type SubmittedOption,
  type GuildInteraction,
  type Interaction,
  type DiscordUser,
} from '#app/features/interactions/schema.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'
import { cleanLabel } from '#app/primitives/clean-name.ts'
import { truncate } from '#app/primitives/text.ts'

type Scalar = string | number | boolean

/** Input of an interaction: options, target, select values and form fields. */
export type InteractionInput = {
  /** Value of `data` in the event. */
  data: Record<string, unknown>
  target: GatewayEvent['target']
  /** Values for templates. */
  facts: Record<string, Scalar>
}

const nameOf = (person: DiscordUser) => person.global_name ?? person.username

/** Returns the username, with the discriminator if the user still has a discriminator. */
const tagOf = ({ username, discriminator }: DiscordUser) =>
  discriminator && discriminator !== '0' ? `${username}#${discriminator}` : username

/** Reads the input of a command: nested options and the target. */
export function commandInput(interaction: Interaction): InteractionInput {
  const input: InteractionInput = { data: {}, target: null, facts: {} }
  readOptions(input, interaction.data?.options ?? [], interaction)
  readTarget(input, interaction)
  return input
}

/** Reads the input of a component. */
export const componentInput = ({ data }: Interaction, id: string): InteractionInput => ({
  data: { control: id, values: data?.values ?? [] },
  target: null,
  facts: { 'control.id': id, 'control.values': (data?.values ?? []).join(', ') },
})

/** Reads the input of a form, combined with the input that opened the form. */
export function modalInput({ data }: Interaction, opening: InteractionInput | null): InteractionInput {
  const held = (data?.components ?? []).flatMap(({ components = [], component }) =>
    component ? [component] : components,
  )
  const fields = held.flatMap(({ custom_id, value }) =>
    custom_id ? [[custom_id, value ?? ''] as const] : [],
  )
  const facts = fields.map(([id, value]) => [`field.${id}`, value])
  return {
    data: { ...opening?.data, fields: Object.fromEntries(fields) },
    target: opening?.target ?? null,
    facts: { ...opening?.facts, ...Object.fromEntries(facts) },
  }
}

/** Returns true if there is input that must be stored for a form. */
export const hasInput = ({ data, target }: InteractionInput) =>
  target !== null || Object.keys(data).length > 0

function readOptions(
  { data, facts }: InteractionInput,
  options: SubmittedOption[],
  interaction: Interaction,
) {
  const path: string[] = []
  let level = options
  while (level[0] && level[0].type <= optionTypes.sub_command_group) {
    path.push(level[0].name)
    level = level[0].options ?? []
  }
  if (path.length) data.subcommand = path.join(' ')
  const values = level.filter((option): option is SubmittedOption & { value: Scalar } =>
    /^(string|number|boolean)$/.test(typeof option.value),
  )
  if (values.length) data.options = Object.fromEntries(values.map(({ name, value }) => [name, value]))
  for (const option of values) {
    facts[`option.${option.name}`] = option.value
    for (const [part, value] of partsOf(option, interaction)) facts[`option.${option.name}.${part}`] = value
  }
}

/** Returns additional fields of a selected user, role, channel or file. */
function partsOf(
  { type, value }: SubmittedOption & { value: Scalar },
  { data }: Interaction,
): [string, string][] {
  const id = String(value)
  const { users = {}, roles = {}, channels = {}, attachments = {} } = data?.resolved ?? {}
  const own = <T>(all: Record<string, T>): T | undefined => (Object.hasOwn(all, id) ? all[id] : undefined)
  const isRole = type === optionTypes.role || (type === optionTypes.mentionable && own(roles) !== undefined)
  if (isRole) return parts('role', id, own(roles)?.name)
  if (type === optionTypes.channel) return parts('channel', id, own(channels)?.name)
  if (type === optionTypes.user || type === optionTypes.mentionable) {
    const user = own(users)
    return parts('user', id, user && nameOf(user))
  }
  const file = type === optionTypes.attachment ? own(attachments) : undefined
  return file
    ? [
        ['name', file.filename],
        ['url', file.url],
      ]
    : []
}

const parts = (kind: string, id: string, name: string | null | undefined): [string, string][] => [
  ['mention', mentionOf(kind, id)!],
  ...(name ? [['name', name] as [string, string]] : []),
]

function readTarget(input: InteractionInput, { data, guild_id, channel_id }: Interaction) {
  const id = data?.target_id
  if (!id) return
  const { users = {}, members = {}, messages = {} } = data.resolved ?? {}
  if (Object.hasOwn(messages, id)) {
    const { author, content, channel_id: channel } = messages[id]!
    input.target = { id, kind: 'message', name: '' }
    input.facts['target.content'] = content
    input.facts['target.url'] = `https://discord.com/channels/${guild_id}/${channel ?? channel_id}/${id}`
    if (!author) return
    input.facts['target.author.id'] = author.id
    input.facts['target.author.name'] = nameOf(author)
    input.facts['target.author.mention'] = `<@${author.id}>`
    input.data.message = { content, author_id: author.id }
  } else if (Object.hasOwn(users, id)) {
    const user = users[id]!
    input.target = { id, kind: 'user', name: nameOf(user) }
    const nick = Object.hasOwn(members, id) ? members[id]!.nick : null
    input.facts['target.display_name'] = nick ?? nameOf(user)
    input.facts['target.tag'] = tagOf(user)
  }
}

/** Maximum size of event data in JSON characters, and initial length limit of the texts in the data. */
const MAX_DATA_LENGTH = 16_000
const MAX_TEXT_LENGTH = 2000
const MAX_NAME_LENGTH = 200

/**
 * Builds the event for an interaction. A second event from the same interaction has the interaction id with a suffix.
 */
export function eventOf(
  interaction: GuildInteraction,
  type: GatewayEvent['type'],
  { data, target }: Pick<InteractionInput, 'data' | 'target'>,
  at: string,
  second = false,
): GatewayEvent {
  const asker = userOf(interaction)
  const channelId = interaction.channel?.id ?? interaction.channel_id
  return {
    id: second ? `${interaction.id}/command` : interaction.id,
    type,
    occurred_at: at,
    guild_id: interaction.guild_id,
    actor: asker && {
      id: asker.id,
      name: cleanLabel(nameOf(asker), MAX_NAME_LENGTH),
      is_bot: asker.bot ?? false,
    },
    target: target && { ...target, name: cleanLabel(target.name, MAX_NAME_LENGTH) },
    channel: channelId
      ? { id: channelId, name: cleanLabel(interaction.channel?.name ?? '', MAX_NAME_LENGTH) }
      : null,
    data: fitToLimit(data),
  }
}

/** Builds the template values for a command: event, user, place and input. */
export function factsOf(
  interaction: Interaction,
  event: GatewayEvent,
  { facts }: InteractionInput,
  guildName: string,
): Facts {
  const asker = userOf(interaction)
  const more: [string, string | number | boolean][] = [['guild.name', guildName]]
  if (asker) {
    more.push(
      ['user.display_name', cleanLabel(interaction.member?.nick ?? nameOf(asker), MAX_NAME_LENGTH)],
      ['user.tag', tagOf(asker)],
    )
  }
  return withFacts(eventFacts(event), [...more, ...Object.entries(facts)])
}

/** Truncates long texts in steps until the data fits. */
function fitToLimit(data: Record<string, unknown>): Record<string, unknown> {
  for (let most = MAX_TEXT_LENGTH; most > 0; most = Math.floor(most / 2)) {
    const text = JSON.stringify(data, (_, value: unknown) =>
      typeof value === 'string' ? truncate(value, most) : value,
    )
    if (text.length <= MAX_DATA_LENGTH) return parseStored(text) as Record<string, unknown>
  }
  return {}
}
