import { z } from 'zod'
import { command, table } from '#app/cli/command.server.ts'
import { registerCommands } from '#app/features/commands/registration/register.server.ts'
import {
  registerEveryGuild,
  type FailedRegistration,
} from '#app/features/commands/registration/overview.server.ts'
import type { RegistrationReport } from '#app/features/commands/registration/schema.ts'
import { snowflake } from '#app/primitives/schema.ts'

type RegistrationOutcome = RegistrationReport | FailedRegistration

const isFailed = (one: RegistrationOutcome): one is FailedRegistration => 'error' in one

export const commandsRegister = command({
  name: 'commands register',
  summary: 'Registers changed commands of one guild, or of every guild, with Discord.',
  options: z.strictObject({
    guild: snowflake.optional().meta({ description: 'Guild id. Default: every guild.' }),
    force: z
      .boolean()
      .default(false)
      .meta({ description: 'Compare with the commands currently registered with Discord.' }),
  }),
  run: async (ctx, { guild, force }): Promise<{ registrations: RegistrationOutcome[] }> => ({
    registrations: guild
      ? [await registerCommands(ctx, { guildId: guild, force })]
      : await registerEveryGuild(ctx, { force }),
  }),
  failed: ({ registrations }) => registrations.some(isFailed),
  print: ({ registrations }) => table(registrations.flatMap(registrationRows), 'There are no guilds.'),
})

/** Returns a row for each kind of change, or a single row if nothing changed or the registration failed. */
function registrationRows(one: RegistrationOutcome) {
  const guild = one.guild_id
  if (isFailed(one)) return [{ guild, what: 'failed', commands: one.error.error }]
  const { created, updated, deleted, unchanged } = one
  return Object.entries({ created, updated, deleted, unchanged })
    .filter(([what, names]) => names.length || (what === 'unchanged' && !one.changed))
    .map(([what, names]) => ({ guild, what, commands: names.length ? names.join(', ') : '-' }))
}
