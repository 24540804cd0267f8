import { parseStored } from '#app/primitives/bounded-json.ts'
import { eventFacts, withFacts } from '#app/features/actions/event-facts.ts'
import { cut, type Facts } from '#app/features/actions/template.ts'
import { nameOf, tagOf, type Given } from '#app/features/interactions/given.ts'
import { askerOf, type Interaction } from '#app/features/interactions/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/** How large the data of an event may be, in characters of JSON, and how long one text in it at first. */
const LARGEST_DATA = 16_000
const LONGEST_TEXT = 2000
const LONGEST_NAME = 200

/** The event that an interaction is. What comes second of one interaction has its id with a word behind it. */
export function eventOf(
  asked: Interaction & { guild_id: string },
  type: GatewayEvent['type'],
  { data, target }: Pick<Given, 'data' | 'target'>,
  at: string,
  second = false,
): GatewayEvent {
  const asker = askerOf(asked)
  const channelId = asked.channel?.id ?? asked.channel_id
  return {
    id: second ? `${asked.id}/command` : asked.id,
    type,
    occurred_at: at,
    guild_id: asked.guild_id,
    actor: asker && { id: asker.id, name: cut(nameOf(asker), LONGEST_NAME), is_bot: asker.bot ?? false },
    target: target && { ...target, name: cut(target.name, LONGEST_NAME) },
    channel: channelId ? { id: channelId, name: cut(asked.channel?.name ?? '', LONGEST_NAME) } : null,
    data: fitting(data),
  }
}

/** What the templates of a command can say: the event, who asks, where, and what they brought. */
export function factsOf(asked: Interaction, event: GatewayEvent, { facts }: Given, guildName: string): Facts {
  const asker = askerOf(asked)
  const more: [string, string | number | boolean][] = [['guild.name', guildName]]
  if (asker) {
    more.push(['user.display_name', asked.member?.nick ?? nameOf(asker)], ['user.tag', tagOf(asker)])
  }
  return withFacts(eventFacts(event), [...more, ...Object.entries(facts)])
}

/** Data that an event can hold: long texts are cut, shorter and shorter until all of it fits. */
function fitting(data: Record<string, unknown>): Record<string, unknown> {
  for (let most = LONGEST_TEXT; most > 0; most = Math.floor(most / 2)) {
    const text = JSON.stringify(data, (_, value: unknown) =>
      typeof value === 'string' ? cut(value, most) : value,
    )
    if (text.length <= LARGEST_DATA) return parseStored(text) as Record<string, unknown>
  }
  return {}
}
