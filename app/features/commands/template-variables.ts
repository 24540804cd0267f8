import type { CommandDraft } from '#app/features/commands/drafts.ts'
import type { CommandOption } from '#app/features/commands/options.ts'

/** A name that a text may have in braces, what stands there when it is answered, and what a preview shows for it. */
export type Placeholder = { name: string; says: string; sample: string }

/** Those who stand in a preview: who asks, and whom it is about. */
const sampleUser = { id: '100000000000000101', name: 'Ada' }
const sampleTarget = { id: '100000000000000102', name: 'Grace' }
const sampleChannel = { id: '100000000000000201', name: 'general' }
const sampleRole = { id: '100000000000000301', name: 'Member' }

/** What a mention of somebody in a preview shows, by id. */
export const sampleNames: Readonly<Record<string, string>> = Object.fromEntries(
  [sampleUser, sampleTarget, sampleChannel, sampleRole].map(({ id, name }) => [id, name]),
)

const always = (guildName: string): Placeholder[] => [
  { name: 'user.mention', says: 'who asks, as a mention', sample: `<@${sampleUser.id}>` },
  { name: 'user.name', says: 'the name of who asks', sample: sampleUser.name },
  { name: 'user.display_name', says: 'their name in this server', sample: sampleUser.name },
  { name: 'user.tag', says: 'their user name', sample: 'ada' },
  { name: 'user.id', says: 'their id', sample: sampleUser.id },
  { name: 'channel.mention', says: 'where it was asked, as a link', sample: `<#${sampleChannel.id}>` },
  { name: 'channel.name', says: 'the name of the channel', sample: sampleChannel.name },
  { name: 'channel.id', says: 'its id', sample: sampleChannel.id },
  { name: 'guild.name', says: 'the name of the server', sample: guildName },
  { name: 'guild.id', says: 'its id', sample: '100000000000000001' },
]

const onUser: Placeholder[] = [
  { name: 'target.mention', says: 'whom it is used on, as a mention', sample: `<@${sampleTarget.id}>` },
  { name: 'target.name', says: 'their name', sample: sampleTarget.name },
  { name: 'target.display_name', says: 'their name in this server', sample: sampleTarget.name },
  { name: 'target.id', says: 'their id', sample: sampleTarget.id },
]

const onMessage: Placeholder[] = [
  { name: 'target.content', says: 'the text of the message', sample: 'Has anybody seen the map?' },
  {
    name: 'target.url',
    says: 'the address of the message',
    sample: 'https://discord.com/channels/100000000000000001/100000000000000201/100000000000000401',
  },
  { name: 'target.author.mention', says: 'who wrote it, as a mention', sample: `<@${sampleTarget.id}>` },
  { name: 'target.author.name', says: 'the name of who wrote it', sample: sampleTarget.name },
]

const mentions: Record<number, readonly [string, string]> = {
  6: [`<@${sampleTarget.id}>`, sampleTarget.name],
  7: [`<#${sampleChannel.id}>`, sampleChannel.name],
  8: [`<@&${sampleRole.id}>`, sampleRole.name],
  9: [`<@${sampleTarget.id}>`, sampleTarget.name],
}

/** A value that somebody could give for an option. */
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
  const given = { name: `option.${name}`, says: `the option ${name}`, sample: sampleValue(option) }
  const [mention, called] = mentions[type] ?? []
  if (!mention || !called) return [given]
  return [
    { name: `option.${name}.mention`, says: `the option ${name}, as a mention`, sample: mention },
    { name: `option.${name}.name`, says: `its name`, sample: called },
    given,
  ]
}

/** What the texts of a command may say, by what the command is made of; each name once. */
export function listPlaceholders(draft: CommandDraft, guildName: string): Placeholder[] {
  const fields = (draft.modal?.fields ?? []).map(({ id, label, placeholder }) => ({
    name: `field.${id}`,
    says: `what was filled in for “${label}”`,
    sample: placeholder ?? 'what they wrote',
  }))
  const all = [
    ...always(guildName),
    ...(draft.type === 1 ? draft.options.flatMap(optionPlaceholders) : draft.type === 2 ? onUser : onMessage),
    ...fields,
  ]
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

/** A text with samples where its names stand; a name that stands for nothing stays as it is. */
export function fillSamples(text: string, placeholders: readonly Placeholder[]): string {
  const samples = new Map(placeholders.map(({ name, sample }) => [name, sample]))
  return text.replace(/\{([^\s{}]{1,200})\}/gu, (whole, name: string) => samples.get(name) ?? whole)
}
