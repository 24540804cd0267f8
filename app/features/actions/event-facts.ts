import type { Facts } from '#app/features/actions/template.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/** Maximum depth and number of event values that become template variables. */
const MAX_DEPTH = 8
const MAX_VALUES = 300

const sigils: Record<string, string> = { user: '@', member: '@', role: '@&', channel: '#', thread: '#' }

/** Returns the Discord mention for an id, or undefined for a kind without mentions. */
export const mentionOf = (kind: string, id: string): string | undefined =>
  Object.hasOwn(sigils, kind) ? `<${sigils[kind]}${id}>` : undefined

/** Returns the template variables of an event: actor, channel, target, and each value as `{event.<path>}`. */
export function eventFacts(event: GatewayEvent): Map<string, string | number | boolean> {
  const { actor, channel, target, guild_id } = event
  const facts = new Map<string, string | number | boolean>([['guild.id', guild_id]])
  const add = (name: string, value: string | undefined) => value && facts.set(name, value)
  if (actor) {
    add('user.id', actor.id)
    add('user.name', actor.name)
    add('user.mention', mentionOf('user', actor.id))
  }
  if (channel) {
    add('channel.id', channel.id)
    add('channel.name', channel.name)
    add('channel.mention', mentionOf('channel', channel.id))
  }
  if (target) {
    add('target.id', target.id)
    add('target.name', target.name)
    add('target.mention', mentionOf(target.kind, target.id))
  }
  addLeaves(facts, 'event', event, 0)
  return facts
}

function addLeaves(
  facts: Map<string, string | number | boolean>,
  path: string,
  value: unknown,
  depth: number,
) {
  if (facts.size >= MAX_VALUES) return
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    facts.set(path, value)
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [name, inner] of Object.entries(value)) addLeaves(facts, `${path}.${name}`, inner, depth + 1)
  }
}

/** Checks whether a template variable can have a value for an event. Custom events can have any value. */
export const isEventVariable = (name: string): boolean =>
  /^(event\..+|(user|channel|target)\.(id|name|mention)|guild\.(id|name))$/.test(name)

/** Returns the facts with additions. An addition overrides a fact with the same name. */
export const withFacts = (
  facts: Facts,
  more: Iterable<readonly [string, string | number | boolean]>,
): Facts => new Map([...facts, ...more])
