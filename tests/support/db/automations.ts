import { createAutomation, readAutomation } from '#app/features/automations/automations.server.ts'
import { listRuns } from '#app/features/automations/runs/runs.server.ts'
import { recordResults } from '#app/features/jobs/results.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { asRunner, claimed, reportOn } from '#tests/support/db/leasing.ts'
import { samples } from '#app/features/automations/samples.ts'
import { automationInput, type Definition, definitionNames } from '#app/features/automations/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { pick } from '#app/primitives/objects.ts'
import { anEvent, type TestApp } from '#tests/support/factories.ts'

export type Written = { type: string; config: object; on_error?: string; delay_seconds?: number }

/** What an automation does, with what is left out at its default: set off by who joins. */
export const definition = (over: object, ...actions: Written[]): Definition => {
  const input = automationInput.parse({
    name: 'An automation',
    trigger: { events: ['MEMBER_JOIN'] },
    actions: actions.map((action, index) => ({ id: `a${index}`, ...action })),
    ...over,
  })
  return pick(input, definitionNames)
}
/** An action that says something in a channel. */
export const sendMessageAction = (content = 'Welcome, {user.mention} to {guild.name}!'): Written => ({
  type: 'SEND_MESSAGE',
  config: { channel_id: '300000000000000006', content },
})

/** A made-up event of a type, as somebody sends it to try with. */
export const sampleEvent = (type: GatewayEvent['type'], over: object = {}) => ({
  event: { id: 'test', type, ...samples[type], ...over },
})

/** An automation of a guild that is on, set off by who joins. */
export function anAutomation({ ctx }: TestApp, guildId: string, actions: Written[], over: object = {}) {
  const { name = 'Greet', enabled = true, ...rest } = over as { name?: string; enabled?: boolean }
  const input = { name, description: null, enabled, ...definition(rest, ...actions) }
  return createAutomation(ctx(), { guildId, ...input })
}

/** Somebody joins. */
export const memberJoinEvent = (guildId: string, over: Partial<GatewayEvent> = {}) =>
  anEvent({ guild_id: guildId, type: 'MEMBER_JOIN', channel: null, ...over })

/** A guild in which somebody joins, and a runner does the next job. */
export const guildOf = (it: () => TestApp, guild: () => string) => ({
  joined: (over: Partial<GatewayEvent> = {}) =>
    recordEvents(asRunner(it()), { events: [memberJoinEvent(guild(), over)] }),
  async report(over: Parameters<typeof reportOn>[1] = {}) {
    const [job] = await claimed(it())
    await recordResults(asRunner(it()), [reportOn(job!, over)])
    return job!
  },
  runsOf: async (id: string) =>
    (await listRuns(it().ctx(), { guildId: guild(), id, limit: 50, offset: 0 })).runs,
  read: (id: string) => readAutomation(it().ctx(), { guildId: guild(), id }),
})
