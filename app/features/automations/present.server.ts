import { withoutSecrets } from '#app/features/actions/schema.ts'
import { nextRun } from '#app/features/automations/checks.server.ts'
import type { Automation, AutomationInput } from '#app/features/automations/schema.ts'
import type { AutomationRow } from '#app/features/automations/store.server.ts'

type Definition = Pick<Automation, 'trigger' | 'conditions' | 'actions' | 'cooldown'>

/** The columns that an automation’s author writes. */
export function rowOfAutomation(input: AutomationInput, now: Date) {
  const { trigger, conditions, actions, cooldown } = input
  return {
    name: input.name,
    description: input.description,
    enabled: Number(input.enabled),
    definition: JSON.stringify({ trigger, conditions, actions, cooldown } satisfies Definition),
    next_run_at: input.enabled ? nextRun(trigger.schedule, now) : null,
  }
}

/** An automation as it is shown. Its definition was checked when it was written. */
export function presentAutomation(row: AutomationRow): Automation {
  const { trigger, conditions, actions, cooldown } = JSON.parse(row.definition) as Definition
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled === 1,
    status: statusOf(row),
    trigger,
    conditions,
    actions,
    cooldown,
    run_count: row.run_count,
    success_count: row.success_count,
    failure_count: row.failure_count,
    last_triggered_at: row.last_triggered_at,
    last_outcome: row.last_outcome,
    last_error: row.last_error ? (JSON.parse(row.last_error) as Automation['last_error']) : null,
    next_run_at: row.next_run_at,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** An automation as a key sees it: what gives access elsewhere is hidden. */
export function reportAutomation(row: AutomationRow): Automation {
  const shown = presentAutomation(row)
  return { ...shown, actions: shown.actions.map(withoutSecrets) }
}

function statusOf({ enabled, ever_enabled, last_outcome }: AutomationRow): Automation['status'] {
  if (!enabled) return ever_enabled ? 'paused' : 'draft'
  return last_outcome === 'failed' ? 'error' : 'active'
}
