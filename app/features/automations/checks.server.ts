import { RE2JS } from 're2js'
import { Invalid, type Issue } from '#app/errors.ts'
import { nextRuns } from '#app/features/automations/clock.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'

type Definition = Pick<AutomationInput, 'trigger' | 'conditions' | 'actions'>

/** Refuses what no schema can tell: a schedule that never comes, and a pattern that is none. Throws `Invalid`. */
export function checkDefinition({ trigger, conditions }: Definition, now: Date): void {
  const issues: Issue[] = []
  if (trigger.schedule) {
    const wrong = wrongSchedule(trigger.schedule, now)
    if (wrong) issues.push({ path: 'trigger.schedule.cron', message: wrong })
  }
  for (const [index, { op, value }] of conditions.rules.entries()) {
    if (op === 'matches' && !isPattern(value as string)) {
      issues.push({ path: `conditions.rules.${index}.value`, message: 'This pattern cannot be read.' })
    }
  }
  if (issues.length) throw new Invalid(`${issues[0]!.path}: ${issues[0]!.message}`, issues)
}

/** When a schedule comes next after `now`; null when it never does. */
export function nextRun(schedule: AutomationInput['trigger']['schedule'], now: Date): string | null {
  if (!schedule) return null
  return nextRuns(schedule, now, 1)[0]?.toISOString() ?? null
}

function wrongSchedule(schedule: { cron: string; timezone: string }, now: Date): string | null {
  try {
    return nextRuns(schedule, now, 1).length ? null : 'This time never comes.'
  } catch {
    return 'Five fields: minute, hour, day, month, weekday, such as 0 16 * * 5.'
  }
}

/** True for a pattern of RE2, which is matched in linear time: no look-around, no back-references. */
export function isPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}
