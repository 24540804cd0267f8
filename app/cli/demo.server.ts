import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { seedDemo } from '#app/features/demo/demo.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

export const seedDemoGuild = command({
  name: 'seed demo',
  summary:
    'Creates a demo guild with statistics, commands, automations, runs and events. Run this command again to refresh the data.',
  options: z.object({}),
  run: (ctx) => seedDemo(ctx),
  print: ({ guild_id, name, days, commands, automations, events }) =>
    `${name} (${guild_id}) has ${formatAmount(days, 'day', 'days')} of statistics, ${formatAmount(commands, 'command', 'commands')}, ${formatAmount(automations, 'automation', 'automations')} and ${formatAmount(events, 'recent event', 'recent events')}.`,
})
