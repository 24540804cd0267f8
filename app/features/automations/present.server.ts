import { nextRun } from '#app/features/automations/checks.server.ts'
import { definitionNames, type Automation, type AutomationInput } from '#app/features/automations/schema.ts'
import type { AutomationRow } from '#app/features/automations/store.server.ts'
import type { Context } from '#app/context.server.ts'
import { pick } from '#app/primitives/objects.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Converts the input of an author to row columns. */
export const rowOfAutomation = (input: AutomationInput, ctx: Context, before?: AutomationRow) => ({
  name: input.name,
  description: input.description,
  enabled: Number(input.enabled),
  ever_enabled: Number(input.enabled || before?.ever_enabled === 1),
  definition: JSON.stringify(pick(input, definitionNames)),
  next_run_at: input.enabled ? nextRun(input.trigger.schedule, ctx.now()) : null,
})

/** Converts a row to an automation. Trusts the definition, which was validated when it was written. */
export function presentAutomation(row: AutomationRow): Automation {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled === 1,
    status: statusOf(row),
    ...pick(fromJson(row.definition), definitionNames),
    run_count: row.run_count,
    success_count: row.success_count,
    failure_count: row.failure_count,
    last_triggered_at: row.last_triggered_at,
    last_outcome: row.last_outcome,
    last_error: fromJson(row.last_error),
    next_run_at: row.next_run_at,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

function statusOf({ enabled, ever_enabled, last_outcome }: AutomationRow): Automation['status'] {
  if (!enabled) return ever_enabled ? 'paused' : 'draft'
  return last_outcome === 'failed' ? 'error' : 'active'
}
