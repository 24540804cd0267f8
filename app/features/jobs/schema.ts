import { z } from 'zod'
import { actionTypes } from '#app/features/automations/actions.ts'
import { gatewayEvent } from '#app/features/stats/schema.ts'

/** Where a job stands. The last four are ends. */
export const jobStates = ['queued', 'leased', 'running', 'succeeded', 'failed', 'dead', 'cancelled'] as const

/** The types of job, each with what its payload holds. */
export const jobPayloads = {
  /** The actions of a command that somebody used: those whose condition held, with their texts filled in. */
  COMMAND_ACTIONS: z.strictObject({
    /** Whose deferred answer says what became of it. */
    interaction_id: z.string(),
    command: z.strictObject({ id: z.string(), name: z.string() }),
    event: gatewayEvent,
    actions: z.array(
      z.strictObject({ type: z.enum(actionTypes), config: z.record(z.string(), z.unknown()) }),
    ),
  }),
} as const

export type JobType = keyof typeof jobPayloads
export type JobPayload<T extends JobType> = z.output<(typeof jobPayloads)[T]>
