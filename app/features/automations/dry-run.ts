import { z } from 'zod'
import { actionTypes } from '#app/features/actions/action-types.ts'
import { ruleOps } from '#app/features/actions/operator-labels.ts'
import { automationDefinition } from '#app/features/automations/schema.ts'
import { eventTypes, gatewayEvent, type GatewayEvent } from '#app/features/events/schema.ts'

const { actor, target, channel, data } = gatewayEvent.shape

/** Custom event. Only the type is required. */
const testEvent = z
  .strictObject({
    id: gatewayEvent.shape.id.default('test'),
    type: z.enum(eventTypes, { error: 'Use an event type such as MEMBER_JOIN.' }),
    occurred_at: gatewayEvent.shape.occurred_at.optional().meta({ description: 'Default: now.' }),
    actor: actor.default(null),
    target: target.default(null),
    channel: channel.default(null),
    data: data.default({}),
  })
  .meta({
    id: 'TestEvent',
    description: 'Event to test with. Missing fields are absent.',
    example: { type: 'MEMBER_JOIN', actor: { id: '200000000000000042', name: 'Ada', is_bot: false } },
  })

/** Definition of an automation, without its name and description. */
export const definition = z.strictObject(automationDefinition).meta({ id: 'AutomationDefinition' })

/** Fields that select the event for a dry run or a run. */
export const dryRunEvent = {
  event: testEvent.optional(),
  event_id: z.string().min(1, { error: 'Choose an event.' }).max(100).optional().meta({
    description: 'Id of a recorded event, instead of `event`.',
    example: '1310000000000000001',
  }),
}

const hasOneEvent = ({ event, event_id }: { event?: unknown; event_id?: unknown }) => !event || !event_id
const oneEvent = { error: 'Send either an event or an event id.', path: ['event_id'] }

/** Input for a dry run. Default: a sample event of the first trigger. */
export const dryRunInput = z
  .strictObject({
    ...dryRunEvent,
    definition: definition.optional().meta({
      description: 'Definition to test instead of the saved one.',
    }),
  })
  .refine(hasOneEvent, oneEvent)
  .meta({ id: 'DryRunInput', example: { event_id: '1310000000000000001' } })

/** Input for a run. Default: the latest recorded event that matches. */
export const runInput = z
  .strictObject(dryRunEvent)
  .refine(hasOneEvent, oneEvent)
  .meta({ id: 'RunInput', example: { event_id: '1310000000000000001' } })

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** Result of a dry run. No action is executed. */
export const dryRun = z
  .object({
    automation_id: z.string().nullable(),
    event: gatewayEvent.meta({ description: 'Event used for the test.' }),
    triggered: z.boolean().meta({ description: 'True if the event matches the trigger.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason why the automation would not run. Null if it would run.' }),
    conditions: z
      .array(
        z.object({
          field: z.string().meta({ description: 'Field of the event.' }),
          op: z.enum(ruleOps),
          value: z.union([scalar, z.array(scalar)]),
          actual: z.unknown().meta({ description: 'Value in the event. Null if missing.' }),
          holds: z.boolean().meta({ description: 'True if this rule matches.' }),
        }),
      )
      .meta({ description: 'Rules with the values from the event.' }),
    matched: z.boolean().meta({ description: 'True if the conditions match.' }),
    cooldown: z
      .object({
        scope: z.enum(['none', 'guild', 'channel', 'user']),
        key: z
          .string()
          .nullable()
          .meta({ description: 'Id of the user or channel to which the cooldown applies.' }),
        seconds: z.number().int(),
      })
      .meta({ description: 'Cooldown after a run, and its scope.' }),
    actions: z.array(
      z.object({
        id: z.string(),
        type: z.enum(actionTypes),
        would_run: z.boolean().meta({
          description: 'False if an earlier action stops the run, or if the automation does not run.',
        }),
        config: z
          .record(z.string(), z.unknown())
          .meta({ description: 'Config after template variables are replaced.' }),
        delay_seconds: z.number().int().meta({ description: 'Delay before the action.' }),
        problems: z.array(z.string()).meta({ description: 'Problems that would make the action fail.' }),
        warnings: z.array(z.string()).meta({
          description:
            'Possible mistakes, such as an unknown variable, or a role or channel that the bot cannot use.',
        }),
      }),
    ),
  })
  .meta({ id: 'DryRun', description: 'Result of a dry run. Nothing is sent or changed.' })

export type DryRunInput = z.output<typeof dryRunInput>
export type RunInput = z.output<typeof runInput>
export type DryRun = z.output<typeof dryRun>
export type TestEvent = z.output<typeof testEvent>

/** Event that a run uses by default, or what prevents the run. `isOfEvent` is true if a custom event could run. */
export type DefaultRun = { event: GatewayEvent | null; obstacle: string | null; isOfEvent: boolean }
