import type { GivenOption, Interaction } from '#app/features/interactions/schema.ts'

/**
 * Fills `{user.mention}`, `{user.name}`, `{user.id}`, `{channel.mention}`, `{guild.id}` and `{option.<name>}` in one
 * pass, so that what a user typed is never read as a template. Unknown names stay as they are.
 */
export function fillTemplate(template: string, asked: Interaction): string {
  const user = asked.member?.user ?? asked.user
  const channelId = asked.channel?.id ?? asked.channel_id
  const known: Record<string, string | null | undefined> = {
    'user.id': user?.id,
    'user.name': user && (user.global_name ?? user.username),
    'user.mention': user && `<@${user.id}>`,
    'channel.mention': channelId ? `<#${channelId}>` : undefined,
    'guild.id': asked.guild_id ?? undefined,
  }
  const options = new Map(
    flatten(asked.data?.options ?? []).map(({ name, value }) => [`option.${name}`, value]),
  )
  return template.replace(/\{([\w.-]{1,64})\}/gu, (whole, name: string) => {
    const value = Object.hasOwn(known, name) ? known[name] : options.get(name)
    return value === undefined || value === null || typeof value === 'object' ? whole : String(value)
  })
}

const flatten = (options: GivenOption[]): GivenOption[] =>
  options.flatMap((option) => [option, ...flatten(option.options ?? [])])
