import type { GatewayEvent } from '#app/features/events/schema.ts'
import type { Cache } from '#app/runner/gateway/cache.ts'
import { memberReaders } from '#app/runner/gateway/members.ts'
import { messageReaders } from '#app/runner/gateway/messages.ts'
import { placeReaders } from '#app/runner/gateway/channels-and-guilds.ts'
import type { Dispatches, Draft, Readers } from '#app/runner/gateway/types.ts'

/** A dispatch, and where in its session it stands. */
export type Dispatch = { t: string; d: unknown; s: number; session: string }

/** The protocol’s bounds, in characters. */
const LABEL = 200
const DATA = 16_000

const readers: Readers<keyof Dispatches, Cache> = { ...memberReaders, ...messageReaders, ...placeReaders }

/** The events that a dispatch stands for, none for most of them. The same dispatch gives the same ids, so that a replay counts once. */
export function readDispatch(cache: Cache, dispatch: Dispatch, now: Date): GatewayEvent[] {
  const { t, d } = dispatch
  if (!Object.hasOwn(readers, t)) return []
  const read = readers[t as keyof Dispatches] as (cache: Cache, d: unknown) => Draft[]
  return read(cache, d).map((draft) => finish(draft, dispatch, now))
}

function finish(
  { type, guild_id, id, suffix, at, ...rest }: Draft,
  { t, s, session }: Dispatch,
  now: Date,
): GatewayEvent {
  const { actor = null, target = null, channel = null, data = {} } = rest
  return {
    id: id ?? [t, session, s, ...(suffix ? [suffix] : [])].join(':').slice(0, 100),
    type,
    occurred_at: at ? new Date(at).toISOString() : now.toISOString(),
    guild_id,
    actor: actor && { ...actor, name: cut(actor.name, LABEL) },
    target: target && { ...target, name: cut(target.name, LABEL) },
    channel: channel && { ...channel, name: cut(channel.name, LABEL) },
    data: bounded(data),
  }
}

/** Never cuts a character in two, which would be no text any more. */
function cut(text: string, most: number) {
  if (text.length <= most) return text
  const end = /[\uD800-\uDBFF]/.test(text[most - 1]!) ? most - 1 : most
  return text.slice(0, end)
}

/** Written as JSON some characters take six; then the content gives way. */
function bounded(data: Draft['data'] & object) {
  let { content } = data
  let result = data
  while (typeof content === 'string' && content && JSON.stringify(result).length > DATA) {
    content = cut(content, Math.floor(content.length / 2))
    result = { ...data, content }
  }
  return result
}
