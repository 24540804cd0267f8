import { type ResourceKind, listTool, saveTool } from '#agent-tools/guilds/guild-resources.ts'
import {
  createAutomation,
  deleteAutomation,
  listGuildAutomations,
  readAutomation,
  testAutomation as operation,
  updateAutomation,
} from '#agent-tools/guilds/operations.ts'
import { guildId, withoutDefaults } from '#agent-tools/tool/inputs.ts'
import { fitsBudget, shorten } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

type Automation = {
  id: string
  name: string
  enabled: boolean
  status: string
  trigger: { events: string[] }
  run_count: number
  failure_count: number
  last_error: { message: string } | null
  version: number
}

const { name, description, enabled, actions, ...rest } = withoutDefaults(createAutomation.body)

/** The automations of a guild. */
const automations: ResourceKind<Automation> = {
  noun: 'automation',
  routes: {
    list: listGuildAutomations,
    read: readAutomation,
    create: createAutomation,
    update: updateAutomation,
    remove: deleteAutomation,
  },
  writable: {
    name: { ...name, description: 'What people call it.' },
    description: { ...description, description: 'What it is for; empty for nothing.' },
    enabled: { ...enabled, description: 'Whether it runs. A new one is off unless this says otherwise.' },
    ...rest,
    actions: { ...actions, description: 'What it does, in order; each needs an id, a type and its config.' },
  },
  required: ['name', 'trigger', 'actions'],
  nullable: ['description'],
  present: (guildId, automation) => ({
    id: automation.id,
    version: automation.version,
    name: shorten(automation.name, 60),
    enabled: automation.enabled,
    status: automation.status,
    events: automation.trigger.events.slice(0, 3),
    run_count: automation.run_count,
    failure_count: automation.failure_count,
    last_error: automation.last_error && shorten(automation.last_error.message, 100),
    page: `/admin/guilds/${guildId}/automations/${automation.id}`,
  }),
}

export const listAutomations = listTool(automations, {
  name: 'list_automations',
  title: 'List the automations of a guild',
  description:
    'Lists what the bot of a guild does by itself, with ids, versions and how the runs went. With id it returns that one in full, as JSON in parts.',
})

export const saveAutomation = saveTool(automations, {
  name: 'save_automation',
  title: 'Make or change an automation',
  description:
    'Makes something that the bot does by itself, or with id changes one; what is left out then stays. The first call saves nothing: it returns what would change and a confirm_token. The person decides, then the same call with the token saves. test_automation tries it; undo_action takes it back.',
})

const { event, event_id } = operation.body

type TestResponse = {
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
    guild_id: guildId,
    id: { type: 'string', maxLength: 100, description: 'The automation, as list_automations gives it.' },
    event,
    event_id,
  },
  required: ['guild_id', 'id'],
  describeInput: ({ id }) => id,
  async run({ guild_id: guildId, id, ...body }, { call }) {
    const { data } = await call<TestResponse>(operation, { params: { guildId, id }, body })
    const actions = data.actions.map(({ id, type, would_run, config, problems }) => ({
      ...{ id, type, would_run },
      config: shorten(JSON.stringify(config), 200),
      problems: problems.slice(0, 3).map((problem) => shorten(problem, 120)),
    }))
    const conditions = data.conditions.map(({ field, op, actual, holds }) => ({
      ...{ field, op, holds },
      actual: shorten(JSON.stringify(actual), 60),
    }))
    const answer = {
      ok: true as const,
      event: { id: data.event.id, type: data.event.type },
      triggered: data.triggered,
      reason: data.reason && shorten(data.reason, 150),
      matched: data.matched,
      ...{ conditions, actions },
      more_actions: 0,
      more_conditions: 0,
      page: `/admin/guilds/${guildId}/automations/${id}`,
    }
    for (; conditions.length > 3 && !fitsBudget(answer); answer.more_conditions++) conditions.pop()
    for (; actions.length > 1 && !fitsBudget(answer); answer.more_actions++) actions.pop()
    return answer
  },
})
