import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptInvitation } from '#app/features/invitations/accept-invitation.server.ts'
import { createInvitation, revokeInvitation } from '#app/features/invitations/invitations.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEmail,
  anonymous,
  aUser,
  NOON,
  openTestApp,
  type TestApp,
} from '#tests/support/factories.ts'
import { actingAs } from '#tests/support/db/people.ts'

const password = 'correct horse battery'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let owner: Awaited<ReturnType<typeof aUser>>
  beforeAll(async () => {
    it = await openTestApp(engine)
    owner = await aUser(it, { role: 'owner' })
  })
  afterAll(() => it.close())

  const invite = async (guild_id: string | null) => {
    const input = { email: anEmail(), role: 'member' as const, guild_id }
    const { invitation, link } = await createInvitation(actingAs(it, owner), input)
    return { email: input.email, id: invitation.id, token: new URL(link!).searchParams.get('token')! }
  }

  test('every step is audited with the address, until its account is deleted', async () => {
    const { id: guild_id } = await aGuild(it)
    const [used, revoked] = [await invite(guild_id), await invite(null)]
    const { userId } = await acceptInvitation(it.ctx(anonymous), { token: used.token, name: 'Ada', password })
    await revokeInvitation(actingAs(it, owner), revoked)
    const of = (id: string) =>
      it.app.db
        .selectFrom('audit')
        .select(['action', 'target_name', 'details'])
        .where('target_id', '=', id)
        .orderBy('id')
        .execute()
    const row = (action: string, target_name: string | null, details: object) => ({
      action: `invitation.${action}`,
      target_name,
      details: JSON.stringify(details),
    })
    const [member, manager] = [{ role: 'member' }, { role: 'member', guild_id }]
    const usedRows = (name: string | null) => [row('created', name, manager), row('accepted', name, manager)]
    const revokedRows = (name: string | null) => [row('created', name, member), row('revoked', name, member)]
    expect(await of(used.id)).toEqual(usedRows(used.email))
    expect(await of(revoked.id)).toEqual(revokedRows(revoked.email))

    const invited = (await it.app.db.selectFrom('users').selectAll().where('id', '=', userId).execute())[0]!
    await deleteAccount(actingAs(it, invited), { password })
    expect(await of(used.id)).toEqual(usedRows(null))
    const other = await aUser(it, { email: revoked.email })
    await it.app.db.updateTable('users').set({ email_verified_at: NOON }).where('id', '=', other.id).execute()
    await deleteAccount(actingAs(it, other), { password })
    expect(await of(revoked.id)).toEqual(revokedRows(null))
  })
})
