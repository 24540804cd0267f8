import { afterAll, beforeAll, beforeEach } from 'vitest'
import { contextFor, type Context } from '#app/context.server.ts'
import { actorOfSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { withCheckedClaims } from '#app/features/claims/claims.server.ts'
import { reportGuild } from '#app/features/guilds/reports.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { saveSettings } from '#app/features/settings/settings.server.ts'
import { fakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild as aDiscordGuild, aMember, newId } from '#tests/mocks/fake-discord-world.ts'
import { signedIn } from '#tests/support/db/people.ts'
import { aSnowflake, aUser, NOON, openTestApp, runner, type TestApp } from '#tests/support/factories.ts'

const MANAGE_GUILD = String(1 << 5)

/** The time some minutes after noon. */
export const later = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString()

/** Opens an app and a fake Discord in which people manage servers. Each test of the block starts at noon. */
export function claimsOn(engine: string): Claims {
  const claims = {} as Claims
  beforeAll(async () => void Object.assign(claims, await openClaims(engine)))
  beforeEach(() => claims.it.at(NOON))
  afterAll(async () => {
    await claims.it.close()
    await claims.world.stop()
  })
  return claims
}

type Claims = Awaited<ReturnType<typeof openClaims>>

async function openClaims(engine: string) {
  const world = await fakeDiscord()
  const it = await openTestApp(engine, world.env)
  return { it, world, ...placesOn(it, world) }
}

/** Returns the functions of `claimsOn` for an app and a Discord. */
export function placesOn(it: TestApp, world: Awaited<ReturnType<typeof fakeDiscord>>) {
  type Server = { id: string; role: { id: string } }
  async function aServer(approved: boolean): Promise<Server> {
    const id = newId()
    const role = { id: newId(), name: 'Crew', position: 1, permissions: MANAGE_GUILD }
    const everyone = { id, name: '@everyone', position: 0, permissions: '0' }
    world.guilds.set(id, aDiscordGuild({ id, roles: [everyone, role] }))
    await reportGuild(it.ctx(runner()), { guild_id: id, state: 'available', name: 'Harbour' })
    if (approved) await setGuildState(it.ctx(), { id, state: 'active' })
    return { id, role }
  }

  type Options = { approved?: boolean; holds?: boolean; guild?: Server }

  /** Creates a served guild with a role that has Manage Server, and a person whose Discord account has the role. */
  async function aPlace({ approved = true, holds = true, guild }: Options = {}) {
    const { id, role } = guild ?? (await aServer(approved))
    const member = aMember({ roles: holds ? [role.id] : [] })
    world.guilds.get(id)!.members.push(member)
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
    return { id, member, user, token, ctx, save, role }
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

  const claimIn = (id: string) =>
    it.app.db
      .selectFrom('guild_claims')
      .select(['user_id', 'checked_at', 'tried_at', 'suspended_at'])
      .where('guild_id', '=', id)
      .executeTakeFirst()

  /** Returns a context whose calls to Discord run an action before the response. */
  const during = (ctx: Context, act: (path: string) => unknown): Context => ({
    ...ctx,
    discord: {
      async request(call) {
        const found = await ctx.discord.request(call)
        await act(call.path)
        return found
      },
    },
  })
  return { aPlace, actions, claimIn, during }
}
