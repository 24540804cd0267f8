import { guildId } from '#agent-tools/tool/inputs.ts'
import { testAutomation as operation } from '#agent-tools/guilds/operations.ts'
import { fits, short } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

const { event, event_id } = operation.body

type Answer = {
  event: { id: string; type: string }
  triggered: boolean
  reason: string | null
  matched: boolean
  conditions: { field: string; op: string; actual: unknown; holds: boolean }[]
  actions: { id: string; type: string; would_run: boolean; config: unknown; problems: string[] }[]
}

export const testAutomation = tool({
  name: 'test_automation',
  title: 'Try an automation',
  description:
    'Says what an automation would do with an event: nothing is sent or changed. Without event and event_id a made-up event of its first trigger is tried; list_events gives ids of real ones.',
  uses: [operation],
  input: {
    properties: {
      guild_id: guildId,
      id: { type: 'string', maxLength: 100, description: 'The automation, as list_automations gives it.' },
      event,
      event_id,
    },
    required: ['guild_id', 'id'],
  },
  untrusted: true,
  about: ({ id }) => id,
  async run({ guild_id: guildId, id, ...body }, { call }) {
    const { data } = await call<Answer>(operation, { params: { guildId, id }, body })
    const actions = data.actions.map(({ id, type, would_run, config, problems }) => ({
      ...{ id, type, would_run },
      config: short(JSON.stringify(config), 200),
      problems: problems.slice(0, 3).map((problem) => short(problem, 120)),
    }))
    const conditions = data.conditions.map(({ field, op, actual, holds }) => ({
      ...{ field, op, holds },
      actual: short(JSON.stringify(actual), 60),
    }))
    const answer = {
      ok: true as const,
      event: { id: data.event.id, type: data.event.type },
      triggered: data.triggered,
      reason: data.reason && short(data.reason, 150),
      matched: data.matched,
      ...{ conditions, actions },
      more_actions: 0,
      more_conditions: 0,
      page: `/admin/guilds/${guildId}/automations/${id}`,
    }
    for (; conditions.length > 3 && !fits(answer); answer.more_conditions++) conditions.pop()
    for (; actions.length > 1 && !fits(answer); answer.more_actions++) actions.pop()
    return answer
  },
})
