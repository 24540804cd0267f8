import type { Definition } from '#app/features/automations/dry-run.ts'
import { samples } from '#app/features/automations/samples.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import type { GatewayEvent } from '#app/features/stats/schema.ts'

export type Written = { type: string; config: object; on_error?: string; delay_seconds?: number }

/** What an automation does, with what is left out at its default: set off by who joins. */
export const definition = (over: object, ...actions: Written[]): Definition => {
  const {
    trigger,
    conditions,
    actions: steps,
    cooldown,
  } = automationInput.parse({
    name: 'An automation',
    trigger: { events: ['MEMBER_JOIN'] },
    actions: actions.map((action, index) => ({ id: `a${index}`, ...action })),
    ...over,
  })
  return { trigger, conditions, actions: steps, cooldown }
}
/** An action that says something in a channel. */
export const says = (content = 'Welcome, {user.mention} to {guild.name}!'): Written => ({
  type: 'SEND_MESSAGE',
  config: { channel_id: '300000000000000006', content },
})

/** A made-up event of a type, as somebody sends it to try with. */
export const toTry = (type: GatewayEvent['type'], over: object = {}) => ({
  event: { id: 'test', type, ...samples[type], ...over },
})
