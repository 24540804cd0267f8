import type { Context } from '#app/context.server.ts'
import { Invalid, type Issue } from '#app/errors.ts'
import { ruleField } from '#app/features/actions/rule-labels.ts'
import { patternIssues } from '#app/features/automations/evaluation/check-patterns.server.ts'
import { nextRuns } from '#app/features/automations/schedule/next-runs.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'
import { directoryKinds } from '#app/ui/forms/directory.tsx'

type Definition = Pick<AutomationInput, 'trigger' | 'conditions' | 'actions'> & { enabled?: boolean }

/**
 * Throws `Invalid` for schedules that never run, and for patterns that are invalid, too large or too slow. In an enabled
 * automation, also for conditions whose channel, role or member is not chosen, as in a template.
 */
export async function checkDefinition(
  ctx: Context,
  { trigger, conditions, enabled = false }: Definition,
): Promise<void> {
  const issues: Issue[] = enabled ? unchosenIssues(conditions.rules, trigger.events) : []
  if (trigger.schedule) {
    const wrong = scheduleIssue(trigger.schedule, ctx.now())
    if (wrong) issues.push({ path: 'trigger.schedule.cron', message: wrong })
  }
  const placed = conditions.rules.map((rule, index) => ({ rule, path: `conditions.rules.${index}.value` }))
  issues.push(...(await patternIssues(ctx, placed)))
  throwIssues(issues)
}

/** Throws `Invalid` if there are issues. */
export function throwIssues(issues: Issue[]): void {
  if (issues.length) throw new Invalid(`${issues[0]!.path}: ${issues[0]!.message}`, issues)
}

/** Returns the first run of a schedule after `now`, or null if there is none. */
export function nextRun(schedule: AutomationInput['trigger']['schedule'], now: Date): string | null {
  if (!schedule) return null
  return nextRuns(schedule, now, 1)[0]?.toISOString() ?? null
}

function scheduleIssue(schedule: { cron: string; timezone: string }, now: Date): string | null {
  try {
    return nextRuns(schedule, now, 1).length ? null : 'This schedule never runs. Choose a date that exists.'
  } catch {
    return 'Enter five fields: minute, hour, day, month and weekday. For example, 0 16 * * 5 is every Friday at 16:00.'
  }
}

/** Returns an issue for each condition that compares a channel, role, member or emoji with an empty text. */
const unchosenIssues = (
  rules: AutomationInput['conditions']['rules'],
  events: AutomationInput['trigger']['events'],
): Issue[] =>
  rules.flatMap(({ field, value }, index) =>
    value === '' && Object.hasOwn(directoryKinds, ruleField(field, events).kind)
      ? [
          {
            path: `conditions.rules.${index}.value`,
            message: 'Choose a value or remove the condition before you enable the automation.',
          },
        ]
      : [],
  )
