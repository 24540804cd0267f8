import { z } from 'zod'
import { actionTypes } from '#app/features/actions/schema.ts'
import { ruleOps } from '#app/features/actions/conditions.ts'
import { automationDefinition } from '#app/features/automations/schema.ts'
import { eventTypes, gatewayEvent } from '#app/features/events/schema.ts'

const { actor, target, channel, data } = gatewayEvent.shape

/** An event that somebody makes up: only its type has to be said. */
const testEvent = z
  .strictObject({
    id: gatewayEvent.shape.id.default('test'),
    type: z.enum(eventTypes, { error: 'An event such as MEMBER_JOIN.' }),
    occurred_at: gatewayEvent.shape.occurred_at.optional().meta({ description: 'Now when not given.' }),
    actor: actor.default(null),
    target: target.default(null),
    channel: channel.default(null),
    data: data.default({}),
  })
  .meta({
    id: 'TestEvent',
    description: 'An event to try with. What is left out is not there.',
    example: { type: 'MEMBER_JOIN', actor: { id: '200000000000000042', name: 'Ada', is_bot: false } },
  })

/** What an automation does, without what it is called. */
export const definition = z.strictObject(automationDefinition).meta({ id: 'AutomationDefinition' })

/** What names the event to try with. */
export const dryRunEvent = {
  event: testEvent.optional(),
  event_id: z.string().min(1, { error: 'Choose an event.' }).max(100).optional().meta({
    description: 'The id of an event that happened, instead of `event`.',
    example: '1310000000000000001',
  }),
}

/** What an automation is tried with; a made-up event of its first trigger when nothing is said. */
export const dryRunInput = z
  .strictObject({
    ...dryRunEvent,
    definition: definition.optional().meta({
      description: 'What to try in place of what is saved.',
    }),
  })
  .refine(({ event, event_id }) => !event || !event_id, {
    error: 'Either an event or the id of one.',
    path: ['event_id'],
  })
  .meta({ id: 'DryRunInput', example: { event_id: '1310000000000000001' } })

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** What an automation would do. Nothing of it was done. */
export const dryRun = z
  .object({
    automation_id: z.string().nullable(),
    event: gatewayEvent.meta({ description: 'The event that it was tried with.' }),
    triggered: z.boolean().meta({ description: 'True when it would run.' }),
    reason: z.string().nullable().meta({ description: 'Why it does not run; null when it does.' }),
    conditions: z
      .array(
        z.object({
          field: z.string().meta({ description: 'What of the event is looked at.' }),
          op: z.enum(ruleOps),
          value: z.union([scalar, z.array(scalar)]),
          actual: z.unknown().meta({ description: 'What the event has there; null when nothing is there.' }),
          holds: z.boolean().meta({ description: 'True when this rule holds.' }),
        }),
      )
      .meta({ description: 'Each rule, with what the event has.' }),
    matched: z.boolean().meta({ description: 'True when the conditions hold together.' }),
    cooldown: z
      .object({
        scope: z.enum(['none', 'guild', 'channel', 'user']),
        key: z.string().nullable().meta({ description: 'The id that the cooldown is counted for.' }),
        seconds: z.number().int(),
      })
      .meta({ description: 'The pause after a run, and what it counts for.' }),
    actions: z.array(
      z.object({
        id: z.string(),
        type: z.enum(actionTypes),
        would_run: z
          .boolean()
          .meta({ description: 'False when it comes after one that stops the rest, or nothing runs.' }),
        config: z.record(z.string(), z.unknown()).meta({ description: 'With its templates filled in.' }),
        delay_seconds: z.number().int().meta({ description: 'How long it waits before.' }),
        problems: z.array(z.string()).meta({ description: 'What would make it fail, one sentence each.' }),
      }),
    ),
  })
  .meta({ id: 'DryRun', description: 'What an automation would do with an event. Nothing of it is done.' })

export type DryRunInput = z.output<typeof dryRunInput>
export type DryRun = z.output<typeof dryRun>
export type Definition = z.output<typeof definition>
export type TestEvent = z.output<typeof testEvent>
