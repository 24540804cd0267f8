import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { seedDemo } from '#app/features/demo/demo.server.ts'

export const seedDemoGuild = command({
  name: 'seed demo',
  summary:
    'Fills a demo guild with statistics, commands, automations, runs and events. Again refreshes them.',
  options: z.object({}),
  run: (ctx) => seedDemo(ctx),
  print: ({ guild_id, name, days, commands, automations, events }) =>
    `${name} (${guild_id}) has ${days} days of statistics, ${commands} commands, ${automations} automations and ${events} recent events.`,
})
