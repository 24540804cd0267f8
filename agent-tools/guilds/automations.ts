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
import { fitsBudget, sanitizeLine } from '#agent-tools/tool/text.ts'
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
    name: { ...name, description: 'Name of the automation.' },
    description: { ...description, description: 'Description of the automation. Empty for none.' },
    enabled: {
      ...enabled,
      description: 'Whether the automation is enabled. New automations are disabled by default.',
    },
    ...rest,
    actions: { ...actions, description: 'Actions in order. Each action needs an id, a type and a config.' },
  },
  required: ['name', 'trigger', 'actions'],
  nullable: ['description'],
  present: (guildId, automation) => ({
    id: automation.id,
    version: automation.version,
    name: sanitizeLine(automation.name, 60),
    enabled: automation.enabled,
    status: automation.status,
    events: automation.trigger.events.slice(0, 3),
    run_count: automation.run_count,
    failure_count: automation.failure_count,
    last_error: automation.last_error && sanitizeLine(automation.last_error.message, 100),
    page: `/admin/guilds/${guildId}/automations/${automation.id}`,
  }),
}

export const listAutomations = listTool(automations, {
  name: 'list_automations',
  title: 'List automations',
  description:
    'Lists a server’s automations with their ids, versions and run results. With id, returns one automation in full, as JSON in parts.',
})

export const saveAutomation = saveTool(automations, {
  name: 'save_automation',
  title: 'Create or change an automation',
  description:
    'Creates an automation. With id, changes that automation and keeps omitted fields. The first call only returns a proposal and a confirm_token. After the person agrees, repeat the call with the token. To test an automation, use test_automation. undo_action reverts the change.',
})

const { event, event_id } = operation.body

type TestResponse = {
  event: { id: string; type: string }
  triggered: boolean
  reason: string | null
  matched: boolean
  conditions: { field: string; op: string; actual: unknown; holds: boolean }[]
  actions: {
    id: string
    type: string
    would_run: boolean
    config: unknown
    problems: string[]
    warnings: string[]
  }[]
}

export const testAutomation = tool({
  name: 'test_automation',
  title: 'Test an automation',
  description:
    'Shows what an automation would do with an event. Nothing is sent or changed. Without event and event_id, the test uses a sample event of the first trigger. For the ids of real events, use list_events.',
  uses: [operation],
  input: {
    guild_id: guildId,
    id: { type: 'string', maxLength: 100, description: 'Id of the automation, from list_automations.' },
    event,
    event_id,
  },
  required: ['guild_id', 'id'],
  describeInput: ({ id }) => id,
  async run({ guild_id: guildId, id, ...body }, { call }) {
    const { data } = await call<TestResponse>(operation, { params: { guildId, id }, body })
    const actions = data.actions.map(({ id, type, would_run, config, problems, warnings }) => ({
      ...{ id, type, would_run },
      config: sanitizeLine(JSON.stringify(config), 200),
      problems: [...problems, ...warnings].slice(0, 3).map((problem) => sanitizeLine(problem, 120)),
    }))
    const conditions = data.conditions.map(({ field, op, actual, holds }) => ({
      ...{ field, op, holds },
      actual: sanitizeLine(JSON.stringify(actual), 60),
    }))
    const answer = {
      ok: true as const,
      event: { id: data.event.id, type: data.event.type },
      triggered: data.triggered,
      reason: data.reason && sanitizeLine(data.reason, 150),
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
