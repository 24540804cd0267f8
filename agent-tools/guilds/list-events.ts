import { guildId } from '#agent-tools/tool/inputs.ts'
import { listGuildEvents } from '#agent-tools/guilds/operations.ts'
import { fitsBudget, sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

const { type, actor, before, limit } = listGuildEvents.query

type Named = { id: string; name: string } | null
type EventsResponse = {
  events: { id: string; occurred_at: string; type: string; actor: Named; target: Named; channel: Named }[]
  next_before: string | null
}

const nameOf = (one: Named) => one && { id: one.id, name: sanitizeLine(one.name, 40) }

export const listEvents = tool({
  name: 'list_events',
  title: 'List events',
  description:
    'Lists the latest events of a server, such as joins and messages, newest first. For older events, pass next_before as before in the next call. For counts, use read_stats.',
  uses: [listGuildEvents],
  input: { guild_id: guildId, type, actor, before, limit: { ...limit, default: 10 } },
  required: ['guild_id'],
  describeInput: ({ type }) => type,
  async run({ guild_id, ...query }, { call }) {
    const { data } = await call<EventsResponse>(listGuildEvents, { params: { guildId: guild_id }, query })
    const events = data.events.map(({ id, occurred_at: at, type, actor, target, channel }) => ({
      ...{ id, at, type },
      ...{ actor: nameOf(actor), target: nameOf(target), channel: nameOf(channel) },
    }))
    const answer = { ok: true as const, guild_id, events, next_before: data.next_before }
    while (events.length > 1 && !fitsBudget(answer)) {
      events.pop()
      answer.next_before = events.at(-1)!.id
    }
    return answer
  },
})
