import { contextFor } from '#app/context.server.ts'
import { actorOfSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { withCheckedClaims } from '#app/features/claims/claims.server.ts'
import { reportGuild } from '#app/features/guilds/reports.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild as aDiscordGuild, aMember, newId } from '#tests/mocks/fake-discord-world.ts'
import { signedIn } from '#tests/support/db/people.ts'
import { aSnowflake, aUser, NOON, runner, type TestApp } from '#tests/support/factories.ts'

const MANAGE_GUILD = String(1 << 5)

export type Claims = Awaited<ReturnType<typeof openClaims>>

/** The time some minutes after noon. */
export const later = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString()

/** An app and a Discord in which people manage servers. */
export async function openClaims(open: (env: FakeDiscord['env']) => Promise<TestApp>) {
  const world = await fakeDiscord()
  const it = await open(world.env)

  /** A served guild with a role that has Manage Server, and a person whose Discord account holds the role. */
  async function aPlace({ approved = true, holds = true } = {}) {
    const id = newId()
    const role = { id: newId(), name: 'Crew', position: 1, permissions: MANAGE_GUILD }
    const member = aMember({ roles: holds ? [role.id] : [] })
    const everyone = { id, name: '@everyone', position: 0, permissions: '0' }
    world.guilds.set(id, aDiscordGuild({ id, roles: [everyone, role], members: [member] }))
    await reportGuild(it.ctx(runner()), { guild_id: id, state: 'available', name: 'Harbour' })
    if (approved) await setGuildState(it.ctx(), { id, state: 'active' })
    const user = await aUser(it)
    await it.app.db
      .insertInto('identities')
      .values({
        ...{ id: aSnowflake(), user_id: user.id, provider: 'discord', provider_user_id: member.user.id },
        ...{ username: 'grace', created_at: NOON, last_used_at: NOON },
      })
      .execute()
    const { token } = await signedIn(it, user)
    const ctx = async (method = 'GET') => {
      const found = await actorOfSession(it.app, token)
      const access = { guildId: id, isWrite: method !== 'GET' }
      return contextFor(it.app, await withCheckedClaims(it.ctx(), found, access))
    }
    const save = async (version = 0) =>
      saveSettings(await ctx('PUT'), { guildId: id, version, settings: { timezone: 'Europe/Paris' } })
    return { id, member, user, ctx, save, role }
  }

  const actions = async (id: string) =>
    (
      await it.app.db
        .selectFrom('audit')
        .select('action')
        .where('target_id', '=', id)
        .where('action', 'like', 'guild.claim%')
        .orderBy('id')
        .execute()
    ).map(({ action }) => action)

  const close = async () => {
    await it.close()
    await world.stop()
  }
  return { it, world, aPlace, actions, close }
}
