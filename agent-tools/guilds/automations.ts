import type { Kind } from '#agent-tools/guilds/guild-resources.ts'
import { optional } from '#agent-tools/tool/inputs.ts'
import {
  createAutomation,
  deleteAutomation,
  listGuildAutomations,
  readAutomation,
  updateAutomation,
} from '#agent-tools/guilds/operations.ts'
import { short } from '#agent-tools/tool/text.ts'

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

const { name, description, enabled, actions, ...rest } = optional(createAutomation.body)

/** The automations of a guild. */
export const automations: Kind<Automation> = {
  noun: 'automation',
  routes: {
    list: listGuildAutomations,
    read: readAutomation,
    create: createAutomation,
    update: updateAutomation,
    remove: deleteAutomation,
  },
  written: {
    name: { ...name, description: 'What people call it.' },
    description: { ...description, description: 'What it is for; empty for nothing.' },
    enabled: { ...enabled, description: 'Whether it runs. A new one is off unless this says otherwise.' },
    ...rest,
    actions: { ...actions, description: 'What it does, in order; each needs an id, a type and its config.' },
  },
  needed: ['name', 'trigger', 'actions'],
  emptied: ['description'],
  shown: (guildId, automation) => ({
    id: automation.id,
    version: automation.version,
    name: short(automation.name, 60),
    enabled: automation.enabled,
    status: automation.status,
    events: automation.trigger.events.slice(0, 3),
    run_count: automation.run_count,
    failure_count: automation.failure_count,
    last_error: automation.last_error && short(automation.last_error.message, 100),
    page: `/admin/guilds/${guildId}/automations/${automation.id}`,
  }),
}
