import type { Updateable } from 'kysely'
import type { Tables } from '#app/platform/db/tables/tables.ts'
import { registerCommands } from '#app/features/commands/registration/register.server.ts'
import { readRegistration } from '#app/features/commands/registration/overview.server.ts'
import { aCommand, aGuild, type TestApp } from '#tests/support/factories.ts'

/** What tests of the registration do with guilds and their commands; `test` gives the app when it is open. */
export const registrationTester = (test: () => TestApp) => ({
  /** A guild with commands of these names. */
  async guildWith(...names: string[]) {
    const { id } = await aGuild(test())
    for (const name of names) await aCommand(test(), id, { name })
    return id
  },
  register: (guildId: string, force = false) => registerCommands(test().ctx(), { guildId, force }),
  state: (guildId: string) => readRegistration(test().ctx(), { guildId }),
  rowOf: (guildId: string, name: string) =>
    test()
      .app.db.selectFrom('commands')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow(),
  /** Writes a command anew, as its author does. */
  change: (guildId: string, name: string, over: Updateable<Tables['commands']>) =>
    test()
      .app.db.updateTable('commands')
      .set((row) => ({ ...over, version: row('version', '+', 1) }))
      .where('guild_id', '=', guildId)
      .where('name', '=', name)
      .execute(),
  remove: (guildId: string, name: string) =>
    test().app.db.deleteFrom('commands').where('guild_id', '=', guildId).where('name', '=', name).execute(),
  /** Changes what is written down of the registration itself. */
  bend: (guildId: string, over: Updateable<Tables['command_registrations']>) =>
    test().app.db.updateTable('command_registrations').set(over).where('guild_id', '=', guildId).execute(),
})
