import { z } from 'zod'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import { dryRunEvent } from '#app/features/automations/dry-run.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { samples } from '#app/features/automations/samples.ts'
import { automationInput } from '#app/features/automations/schema.ts'

type Values = Record<string, string>

/** Prefix of the names of event checkboxes. */
const EVENT = 'trigger.events.'

/**
 * Form for an automation: a checkbox per event, the schedule if SCHEDULE is selected, and JSON for nested values. Field
 * names are the paths of their values.
 */
export const automationForm = z
  .record(z.string(), z.string())
  .transform((values, check): unknown => ({
    name: values.name ?? '',
    description: values.description?.trim() || null,
    enabled: values.enabled === 'yes',
    trigger: parseTrigger(values),
    conditions: {
      match: values['conditions.match'] ?? 'all',
      rules: normalizeRules(parseJsonField(values, 'conditions.rules', check)),
    },
    actions: parseJsonField(values, 'actions', check),
    cooldown: {
      scope: values['cooldown.scope'] ?? 'none',
      seconds: Number(values['cooldown.seconds'] || 0),
    },
  }))
  .pipe(automationInput)

function parseTrigger(values: Values) {
  const events = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith(EVENT) && value === 'yes' ? [name.slice(EVENT.length)] : [],
  )
  const schedule = {
    cron: values['trigger.schedule.cron'] ?? '',
    timezone: values['trigger.schedule.timezone'] || 'UTC',
  }
  return { events, schedule: events.includes('SCHEDULE') ? schedule : null }
}

/** Parses the JSON list of a field. Returns an empty list for an empty field. */
const parseJsonField = (values: Values, name: string, check: z.RefinementCtx) =>
  parseJson(values[name]?.trim() || '[]', name, check)

function parseJson(text: string, name: string, check: z.RefinementCtx): unknown {
  try {
    return parseLimited(text)
  } catch (error) {
    const message = `Enter valid JSON: ${(error as Error).message}.`
    check.addIssue({ code: 'custom', path: name.split('.'), message })
    return z.NEVER
  }
}

/** Removes empty values from lists, because the last line can be empty. */
function normalizeRules(rules: unknown): unknown {
  if (!Array.isArray(rules)) return rules
  return rules.map((rule: unknown) => {
    if (typeof rule !== 'object' || rule === null || !('value' in rule) || !Array.isArray(rule.value))
      return rule
    return { ...rule, value: (rule.value as unknown[]).filter((one) => one !== '') }
  })
}

/** Form fields of the dry-run event: `sample:<type>`, `recent:<id>`, or `own` with custom JSON. */
export const dryRunForm = z
  .record(z.string(), z.string())
  .transform((values, check): unknown => {
    const [, way, rest = ''] = /^(sample|recent):(.*)$/.exec(values.try ?? '') ?? []
    if (way === 'recent') return { event_id: rest }
    if (values.try === 'own') return { event: parseJson(values.event ?? '', 'event', check) }
    const type = rest as EventType
    if (Object.hasOwn(samples, type)) return { event: { type, ...samples[type] } }
    if (values.try)
      check.addIssue({ code: 'custom', path: ['try'], message: 'Choose an event from the list.' })
    return {}
  })
  .pipe(z.strictObject(dryRunEvent))

/** Form fields of the event of a run. Samples are ignored, because their members do not exist. */
export const runForm = z
  .record(z.string(), z.string())
  .transform(({ try: choice, ...values }) =>
    choice === undefined || (choice.startsWith('sample:') && choice !== 'sample:SCHEDULE')
      ? values
      : { ...values, try: choice },
  )
  .pipe(dryRunForm)
