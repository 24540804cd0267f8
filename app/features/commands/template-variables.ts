import { variablesIn } from '#app/features/actions/template.ts'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import type { CommandOption } from '#app/features/commands/options.ts'
import type { Placeholder } from '#app/ui/forms/placeholders.tsx'

/** Sample user and target for previews. */
const sampleUser = { id: '100000000000000101', name: 'Ada' }
const sampleTarget = { id: '100000000000000102', name: 'Grace' }
const sampleChannel = { id: '100000000000000201', name: 'general' }
const sampleRole = { id: '100000000000000301', name: 'Member' }

/** Names that previews show for mentions, by id. */
export const sampleNames: Readonly<Record<string, string>> = Object.fromEntries(
  [sampleUser, sampleTarget, sampleChannel, sampleRole].map(({ id, name }) => [id, name]),
)

const always = (guildName: string): Placeholder[] => [
  { name: 'user.mention', says: 'mention of the user', sample: `<@${sampleUser.id}>` },
  { name: 'user.name', says: 'name of the user', sample: sampleUser.name },
  { name: 'user.display_name', says: 'name of the user in this server', sample: sampleUser.name },
  { name: 'user.tag', says: 'username of the user', sample: 'ada' },
  { name: 'user.id', says: 'id of the user', sample: sampleUser.id },
  { name: 'channel.mention', says: 'link to the channel', sample: `<#${sampleChannel.id}>` },
  { name: 'channel.name', says: 'name of the channel', sample: sampleChannel.name },
  { name: 'channel.id', says: 'id of the channel', sample: sampleChannel.id },
  { name: 'guild.name', says: 'name of the server', sample: guildName },
  { name: 'guild.id', says: 'id of the server', sample: '100000000000000001' },
]

const onUser: Placeholder[] = [
  { name: 'target.mention', says: 'mention of the selected member', sample: `<@${sampleTarget.id}>` },
  { name: 'target.name', says: 'name of the selected member', sample: sampleTarget.name },
  {
    name: 'target.display_name',
    says: 'name of the selected member in this server',
    sample: sampleTarget.name,
  },
  { name: 'target.tag', says: 'username of the selected member', sample: 'grace' },
  { name: 'target.id', says: 'id of the selected member', sample: sampleTarget.id },
]

const onMessage: Placeholder[] = [
  { name: 'target.content', says: 'text of the message', sample: 'Has anyone seen the map?' },
  {
    name: 'target.url',
    says: 'URL of the message',
    sample: 'https://discord.com/channels/100000000000000001/100000000000000201/100000000000000401',
  },
  { name: 'target.author.mention', says: 'mention of the author', sample: `<@${sampleTarget.id}>` },
  { name: 'target.author.name', says: 'name of the author', sample: sampleTarget.name },
  { name: 'target.author.id', says: 'id of the author', sample: sampleTarget.id },
  { name: 'target.id', says: 'id of the message', sample: '100000000000000401' },
]

const mentions: Record<number, readonly [string, string]> = {
  6: [`<@${sampleTarget.id}>`, sampleTarget.name],
  7: [`<#${sampleChannel.id}>`, sampleChannel.name],
  8: [`<@&${sampleRole.id}>`, sampleRole.name],
  9: [`<@${sampleTarget.id}>`, sampleTarget.name],
}

/** Returns a sample value for an option. */
function sampleValue({ type, choices, min_value, name }: CommandOption): string {
  const chosen = choices?.[0]
  if (chosen) return String(chosen.value)
  if (type === 4 || type === 10) return String(min_value ?? 7)
  if (type === 5) return 'true'
  if (type === 7) return sampleChannel.id
  if (type === 8) return sampleRole.id
  if (type === 6 || type === 9) return sampleTarget.id
  return type === 11 ? 'map.png' : `some ${name}`
}

function optionPlaceholders(option: CommandOption): Placeholder[] {
  const { name, type, options = [] } = option
  if (type <= 2) return options.flatMap(optionPlaceholders)
  const given = { name: `option.${name}`, says: `option ${name}`, sample: sampleValue(option) }
  if (type === 11)
    return [
      { name: `option.${name}.name`, says: `name of the file ${name}`, sample: given.sample },
      { name: `option.${name}.url`, says: `URL of the file ${name}`, sample: 'https://cdn.discordapp.com' },
      given,
    ]
  const [mention, called] = mentions[type] ?? []
  if (!mention || !called) return [given]
  return [
    { name: `option.${name}.mention`, says: `option ${name} as a mention`, sample: mention },
    { name: `option.${name}.name`, says: `name of the option ${name}`, sample: called },
    given,
  ]
}

/** Returns the template variables that a command's texts can use, without duplicates. */
export function listPlaceholders(draft: CommandDraft, guildName: string): Placeholder[] {
  const fields = (draft.modal?.fields ?? []).map(({ id, label, placeholder }) => ({
    name: `field.${id}`,
    says: `input in “${label}”`,
    sample: placeholder ?? 'their input',
  }))
  const all = [
    ...always(guildName),
    ...(draft.type === 1 ? draft.options.flatMap(optionPlaceholders) : draft.type === 2 ? onUser : onMessage),
    ...fields,
  ]
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

/**
 * Returns the template variables in a command's texts that never have a value. Values of the event and of the control
 * that ran the command are known only when the command runs.
 */
export function unknownVariables(draft: CommandDraft): string[] {
  const { response, actions } = draft
  const known = new Set(listPlaceholders(draft, '').map(({ name }) => name))
  const texts = [response.type !== 'action_only' && response, actions.map(({ config }) => config)]
  return variablesIn(texts).filter((name) => !known.has(name) && !/^(event|control)\./.test(name))
}

/** Replaces template variables with samples. Unknown variables remain. */
export function fillSamples(text: string, placeholders: readonly Placeholder[]): string {
  const samples = new Map(placeholders.map(({ name, sample }) => [name, sample]))
  return text.replace(/\{([^\s{}]{1,200})\}/gu, (whole, name: string) => samples.get(name) ?? whole)
}
