import { z } from 'zod'
import { command, lines, table } from '#app/cli/command.server.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { readGuildPolicy, saveGuildPolicy } from '#app/features/guilds/policy.server.ts'
import {
  addGuildInput,
  guildPolicies,
  LEAVE_AFTER_DAYS,
  type ChosenState,
  type Guild,
} from '#app/features/guilds/schema.ts'
import { listAllGuilds, setGuildState } from '#app/features/guilds/states.server.ts'

const { id, name } = addGuildInput.shape
const guildId = id.meta({ description: 'Discord id of the guild, 17 to 20 digits.' })

export const guildsAdd = command({
  name: 'guilds add',
  summary: 'Adds a Discord guild.',
  options: addGuildInput.extend({ id: guildId, name: name.meta({ description: 'Name of the guild.' }) }),
  run: addGuild,
  print: (guild) => `Added the guild ${guild.name} (${guild.id}).`,
})

export const guildsList = command({
  name: 'guilds list',
  summary: 'Lists the guilds in all states by name.',
  options: z.object({}),
  run: async (ctx) => ({ guilds: await listAllGuilds(ctx) }),
  print: ({ guilds }) =>
    table(
      guilds.map(({ id, name, state, member_count }) => ({ id, name, state, members: member_count })),
      'There are no guilds.',
    ),
})

const stateCommand = (verb: string, summary: string, state: ChosenState, done: (guild: Guild) => string) =>
  command({
    name: `guilds ${verb}`,
    summary,
    options: z.object({ id: guildId }),
    run: (ctx, { id }) => setGuildState(ctx, { id, state }),
    print: done,
  })

export const guildsApprove = stateCommand(
  'approve',
  'Approves a guild that is waiting for approval.',
  'active',
  ({ name }) => `Approved the guild ${name}.`,
)

export const guildsLeave = stateCommand(
  'leave',
  'Makes the bot leave a guild. Its data is deleted after 30 days.',
  'left',
  ({ name }) => `The bot has left the guild ${name}.`,
)

export const guildsBlock = stateCommand(
  'block',
  'Makes the bot leave a guild, now and whenever it is added again.',
  'blocked',
  ({ name }) => `Blocked the guild ${name}.`,
)

export const guildsUnblock = stateCommand(
  'unblock',
  'Unblocks a guild, or withdraws its approval.',
  'pending',
  ({ name, state }) => `The guild ${name} is now ${state}.`,
)

export const guildsPolicy = command({
  name: 'guilds policy',
  summary: 'Shows or changes the policy for new guilds.',
  options: z.object({
    set: z
      .enum(guildPolicies, { error: `Use one of: ${guildPolicies.join(', ')}.` })
      .optional()
      .meta({ description: `The new policy: ${guildPolicies.join(', ')}. Default: no change.` }),
    leave: z
      .boolean()
      .default(false)
      .meta({ description: `With --set: leave guilds that are pending for ${LEAVE_AFTER_DAYS} days.` }),
  }),
  run: (ctx, { set, leave }) =>
    set
      ? saveGuildPolicy(ctx, { policy: set, leave_after_days: leave ? LEAVE_AFTER_DAYS : null })
      : readGuildPolicy(ctx),
  print: lines,
})
