import { z } from 'zod'
import { actionsFit, actionWith } from '#app/features/actions/schema.ts'
import { conditions } from '#app/features/actions/conditions.ts'
import { timezone } from '#app/features/settings/schema.ts'
import { eventTypes } from '#app/features/events/schema.ts'
import { boundedInteger, time } from '#app/primitives/schema.ts'
import { firstFreeId } from '#app/primitives/text.ts'

const schedule = z
  .strictObject({
    cron: z
      .string()
      .trim()
      .min(9, { error: 'Enter five fields: minute, hour, day, month and weekday.' })
      .max(100, { error: 'Use at most 100 characters.' })
      .meta({ description: 'Five fields: minute, hour, day, month and weekday.', example: '0 16 * * 5' }),
    timezone: timezone.default('UTC'),
  })
  .meta({ id: 'Schedule', description: 'Times at which the automation runs, at most once a minute.' })

const trigger = z
  .strictObject({
    events: z
      .array(z.enum(eventTypes, { error: 'Use an event type such as MEMBER_JOIN.' }))
      .min(1, { error: 'Select at least one event.' })
      .overwrite((list) => [...new Set(list)]),
    schedule: schedule.nullable().default(null),
  })
  .refine(({ events, schedule }) => !events.includes('SCHEDULE') || schedule, {
    error: 'Enter a schedule for SCHEDULE.',
    path: ['schedule'],
  })
  .refine(({ events, schedule }) => !schedule || events.includes('SCHEDULE'), {
    error: 'Remove the schedule, or select the SCHEDULE event.',
    path: ['events'],
  })
  .meta({ id: 'Trigger', description: 'Events that trigger the automation.' })

const actionId = z
  .string()
  .regex(/^[\w-]{1,40}$/, { error: 'Use up to 40 letters, digits, - or _.' })
  .meta({ description: 'Unique in its automation.', example: 'greet' })
const timing = {
  delay_seconds: boundedInteger(0, 86_400).default(0).meta({ description: 'Delay before the action.' }),
  on_error: z.enum(['stop', 'continue']).default('stop'),
}
const action = actionWith({ id: actionId, ...timing })
const actionInput = actionWith({
  id: actionId.optional().meta({
    description: 'Unique in its automation. Default `step-1`, `step-2` and so on.',
    example: 'greet',
  }),
  ...timing,
})

/** Assigns the first free id to each action without an id. */
function withIds(actions: z.output<typeof actionInput>[]): z.output<typeof action>[] {
  const known: object[] = [...actions]
  return actions.map((one, index) => {
    const withId = { ...one, id: one.id ?? firstFreeId('step', known, index + 1) }
    known.push(withId)
    return withId
  })
}

const cooldown = z
  .strictObject({
    scope: z.enum(['none', 'guild', 'channel', 'user']).default('none'),
    seconds: boundedInteger(0, 2_592_000).default(0),
  })
  .meta({ id: 'Cooldown', description: 'Cooldown and its scope.' })

const isEachOnce = (ids: string[]) => new Set(ids).size === ids.length

/** Definition of an automation, which is stored in one JSON column. */
export const automationDefinition = {
  trigger,
  conditions: conditions.prefault({ match: 'all', rules: [] }),
  actions: z
    .array(actionInput)
    .min(1, { error: 'Add at least one action.' })
    .max(20, { error: 'Use at most 20 actions.' })
    .refine(...actionsFit)
    .refine((list) => isEachOnce(list.flatMap(({ id }) => id ?? [])), {
      error: 'Give each action a different id.',
    })
    .transform(withIds),
  cooldown: cooldown.prefault({ scope: 'none', seconds: 0 }),
}

const name = z
  .string()
  .trim()
  .min(1, { error: 'Enter a name.' })
  .max(100, { error: 'Use at most 100 characters.' })
  .meta({ example: 'Welcome new members' })

export const automationInput = z
  .strictObject({
    name,
    description: z
      .string()
      .trim()
      .max(500, { error: 'Use at most 500 characters.' })
      .nullable()
      .default(null),
    enabled: z.boolean().default(false),
    ...automationDefinition,
  })
  .meta({
    id: 'AutomationInput',
    example: {
      name: 'Welcome new members',
      description: null,
      enabled: true,
      trigger: { events: ['MEMBER_JOIN'], schedule: null },
      conditions: { match: 'all', rules: [{ field: 'actor.is_bot', op: 'eq', value: false }] },
      actions: [
        {
          id: 'greet',
          type: 'SEND_MESSAGE',
          config: { channel_id: '300000000000000006', content: 'Welcome, {user.mention}!' },
          delay_seconds: 0,
          on_error: 'continue',
        },
      ],
      cooldown: { scope: 'user', seconds: 3600 },
    },
  })

/** Names of the fields that an author can edit, and names of the definition fields. */
export const authoredNames = automationInput.keyof().options
export const definitionNames = Object.keys(automationDefinition) as (keyof typeof automationDefinition)[]

export const automationStatuses = ['active', 'paused', 'draft', 'error'] as const

/** Automation in the external API and the console. */
export const automation = z
  .object({
    id: z.string().meta({ example: '01JDEM00000000000000000001' }),
    name,
    description: z.string().nullable(),
    enabled: z.boolean(),
    status: z.enum(automationStatuses).meta({
      description: '`draft`: never enabled. `paused`: disabled. `error`: enabled, but the last run failed.',
    }),
    ...automationDefinition,
    actions: z.array(action).min(1).max(20),
    run_count: z.number().int(),
    success_count: z.number().int(),
    failure_count: z.number().int(),
    last_triggered_at: time.nullable(),
    last_outcome: z.string().nullable(),
    last_error: z.object({ code: z.string(), message: z.string(), at: time }).nullable(),
    next_run_at: time.nullable(),
    version: z.number().int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Automation', description: 'Rule that runs actions when events occur.' })

export type Automation = z.output<typeof automation>
export type AutomationInput = z.output<typeof automationInput>
export type Definition = Pick<Automation, keyof typeof automationDefinition>
export type AutomationAction = AutomationInput['actions'][number]
