import { eventFacts } from '#app/features/actions/event-facts.ts'
import { ruleField } from '#app/features/actions/rule-labels.ts'
import { samples } from '#app/features/automations/samples.ts'
import { ownValue } from '#app/primitives/objects.ts'
import type { EventType } from '#app/features/events/labels.ts'
import type { Placeholder } from '#app/ui/forms/placeholders.tsx'

const parts: Record<string, string> = { mention: 'mention of', name: 'name of', id: 'id of' }

/** Returns the placeholders that have a value for one of these events, with the values of the sample events. */
export function eventPlaceholders(
  types: readonly EventType[],
  guild: { id: string; name: string },
): Placeholder[] {
  const found = new Map<string, Placeholder>()
  for (const type of types) {
    const event = { id: 'sample', type, occurred_at: '', guild_id: guild.id, ...samples[type] }
    for (const [name, sample] of eventFacts(event).set('guild.name', guild.name)) {
      const says = describe(name, types)
      if (says && !found.has(name)) found.set(name, { name, says, sample: String(sample) })
    }
  }
  return [...found.values()].sort((one, other) => rank(one.name) - rank(other.name))
}

function describe(name: string, types: readonly EventType[]): string | null {
  if (name.startsWith('event.data.')) return ruleField(name.slice('event.'.length), types).label.toLowerCase()
  const [thing = '', part] = name.split('.')
  const target = ruleField('target.id', types).label.toLowerCase()
  const noun = ownValue({ user: 'member', channel: 'channel', target, guild: 'server' }, thing)
  const of = ownValue(parts, part)
  return noun && of ? `${of} the ${noun}` : null
}

const order = [
  'user.mention',
  'user.name',
  'channel.mention',
  'channel.name',
  'target.mention',
  'target.name',
  'guild.name',
]

const rank = (name: string) => {
  const at = order.indexOf(name)
  return at >= 0 ? at : name.startsWith('event.') ? order.length : order.length + 1
}
