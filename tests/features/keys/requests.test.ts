import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { emailComposers } from '#app/app.server.ts'
import { updateUser } from '#app/features/accounts/users.server.ts'
import { addManager, removeManager } from '#app/features/guilds/managers.server.ts'
import { actorOfKey, listKeys } from '#app/features/keys/keys.server.ts'
import {
  cancelKeyRequest,
  declineKeyRequest,
  grantKeyRequest,
  listKeyRequests,
  listOwnDecisions,
  listOpenRequests,
  purgeKeys,
  requestKey,
} from '#app/features/keys/requests.server.ts'
import { MAX_OPEN_REQUESTS, MAX_REQUESTS_PER_DAY } from '#app/features/keys/schema.ts'
import { deliverDueEmails } from '#app/features/mail/delivery.server.ts'
import { listNotices } from '#app/features/notices/notices.server.ts'
import { fakeMailTransport } from '#tests/support/db/letters.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { actingAs, outboxEmailsTo } from '#tests/support/db/people.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  aUser,
  NOON,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'

const DAY = 24 * 60 * 60 * 1000
const after = (milliseconds: number) => new Date(Date.parse(NOON) + milliseconds).toISOString()
const wish = { name: 'Dashboard', scopes: ['stats:read' as const], purpose: 'Shows our week.' }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let owner: Awaited<ReturnType<typeof aUser>>
  beforeAll(async () => {
    it = await openTestApp(engine, { SITE_URL: 'https://acme.example', SMTP_URL: 'smtp://127.0.0.1:1' })
    owner = await aUser(it, { role: 'owner', name: 'Olive' })
  })
  afterAll(() => it.close())
  afterEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('outbox').execute()
    await it.app.db.deleteFrom('guilds').execute()
  })

  const boss = () => actingAs(it, owner)
  /** A guild, its manager, and the context of that manager. */
  async function managed() {
    const [{ id: guildId }, user] = [await aGuild(it), await aUser(it)]
    await addManager(boss(), { guildId, userId: user.id })
    const ctx = actingAs(it, user)
    return { guildId, user, ctx: { ...ctx, actor: { ...ctx.actor, guildIds: [guildId] } } as Context }
  }
  const sent = async () => {
    const transport = fakeMailTransport()
    await deliverDueEmails(it.ctx(), { composers: emailComposers, transport })
    return transport.taken
  }
  const actions = async (id: string) =>
    (
      await it.app.db.selectFrom('audit').select('action').where('target_id', '=', id).orderBy('id').execute()
    ).map(({ action }) => action)

  test('a request notifies the owner, whose command creates the requested key', async () => {
    const { guildId, user, ctx } = await managed()
    const request = await requestKey(ctx, { guildId, ...wish })
    expect(request).toMatchObject({ ...wish, status: 'open', requested_by: 'Ada', key_id: null })
    const title = 'Ada requests the API key “Dashboard” for A guild'
    const href = `/admin/guilds/${guildId}/keys#request-${request.id}`
    expect((await listNotices(boss())).notices).toMatchObject([{ kind: 'key_request', title, href }])
    const [email, ...others] = await sent()
    expect(others).toEqual([])
    expect(email).toMatchObject({ to: owner.email, subject: 'Request for an API key for A guild' })
    expect(email!.text).toMatch(
      new RegExp(`^npm run -s signpost -- keys create --request ${request.id}$`, 'm'),
    )
    expect(email!.text).toContain('\n> Shows our week.\n')

    const made = await grantKeyRequest(it.ctx(), { id: request.id, expires_in_days: 30 })
    expect(made).toMatchObject({ guild_id: guildId, name: wish.name, scopes: wish.scopes })
    expect(made.expires_at).toBe(after(30 * DAY))
    expect(await actorOfKey(it.app, made.key)).toMatchObject({ guildId, scopes: wish.scopes })
    expect(await listKeyRequests(ctx, { guildId })).toMatchObject([{ status: 'granted', key_id: made.id }])
    expect((await listNotices(boss())).notices).toEqual([])
    const decided = 'Your request for the API key “Dashboard” for A guild was granted'
    const { notices } = await listNotices(ctx)
    expect(notices).toMatchObject([{ kind: 'key_decision', tone: 'info', title: decided, href }])
    const left = { ...ctx, actor: { ...ctx.actor, guildIds: [] } } as Context
    expect(await listOwnDecisions(left)).toEqual([])
    expect(await listOwnDecisions((await managed()).ctx)).toEqual([])
    it.at(after(7 * DAY + 1))
    expect(await listOwnDecisions(ctx)).toEqual([])
    it.at(NOON)
    const [told] = await sent()
    expect(told).toMatchObject({ to: user.email, subject: 'Your request for an API key was granted' })
    expect(told!.text + told!.html).not.toContain(made.key.slice(-38))
    expect(await actions(request.id)).toEqual(['key.requested', 'key.request_granted'])
    expect(await actions(made.id)).toEqual(['key.created'])
  })

  test('a declined request shows its reason, which cannot add markup to the email', async () => {
    const { guildId, user, ctx } = await managed()
    const { id } = await requestKey(ctx, { guildId, ...wish })
    await sent()
    const reason = 'Use the <a href="https://evil.example">export</a>.\nFrom: me'
    await declineKeyRequest(boss(), { guildId, id, reason })
    expect(await declineKeyRequest(boss(), { guildId, id, reason })).toMatchObject({
      status: 'declined',
      reason,
    })
    const other = () => declineKeyRequest(boss(), { guildId, id, reason: 'another' })
    expect(await refusalOf(other)).toMatchObject({
      status: 409,
      message: expect.stringContaining('already declined with another reason'),
    })
    expect(await listKeyRequests(ctx, { guildId })).toMatchObject([{ status: 'declined', reason }])
    const emails = await sent()
    expect(emails.map(({ to }) => to)).toEqual([user.email])
    expect(emails[0]!.html).toContain('Use the &lt;a href=&quot;https://evil.example&quot;&gt;export')
    expect(emails[0]!.text).toContain('> From: me')
    expect(await actions(id)).toEqual(['key.requested', 'key.request_declined'])
    expect(await refusalOf(() => grantKeyRequest(it.ctx(), { id }))).toMatchObject({ status: 409 })
    expect(await listKeys(it.ctx(), { guild: guildId })).toEqual([])
  })

  test('of two concurrent decisions, only one succeeds', async () => {
    const { guildId, ctx } = await managed()
    const { id } = await requestKey(ctx, { guildId, ...wish })
    const grant = () => grantKeyRequest(it.ctx(), { id })
    const both = await Promise.allSettled([
      grant(),
      grant(),
      declineKeyRequest(boss(), { id, reason: 'No.' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [request] = await listKeyRequests(ctx, { guildId })
    const keys = await listKeys(it.ctx(), { guild: guildId })
    expect(keys.map((key) => key.id)).toEqual(request!.status === 'granted' ? [request!.key_id] : [])
  })

  test('a repeated request is the same request, and its name cannot be used twice', async () => {
    const { guildId, ctx } = await managed()
    const ask = (over = {}) => requestKey(ctx, { guildId, ...wish, ...over })
    const two = await Promise.all([ask(), ask()])
    expect(two[0].id).toBe(two[1].id)
    expect(await outboxEmailsTo(it, owner.email)).toHaveLength(1)
    expect(await refusalOf(() => ask({ purpose: 'Another.' }))).toMatchObject({ status: 409 })
    await cancelKeyRequest(ctx, { guildId, id: two[0].id })
    await cancelKeyRequest(ctx, { guildId, id: two[0].id })
    expect(await listKeyRequests(ctx, { guildId })).toEqual([])
    expect(await refusalOf(() => grantKeyRequest(it.ctx(), { id: two[0].id }))).toMatchObject({ status: 409 })
    expect((await ask({ purpose: 'Another.' })).id).not.toBe(two[0].id)
    expect(await actions(two[0].id)).toEqual(['key.requested', 'key.request_cancelled'])
  })

  test('open requests and daily requests are limited, also for concurrent requests', async () => {
    const { guildId, ctx } = await managed()
    const ask = (name: string) => requestKey(ctx, { guildId, ...wish, name })
    const many = await Promise.allSettled(
      Array.from({ length: MAX_OPEN_REQUESTS + 3 }, (_, index) => ask(`Key ${index}`)),
    )
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_OPEN_REQUESTS)
    expect(await refusalOf(() => ask('One more'))).toMatchObject({ status: 409, code: 'conflict' })
    for (let sent = MAX_OPEN_REQUESTS; sent < MAX_REQUESTS_PER_DAY; sent++) {
      const [newest] = await listKeyRequests(ctx, { guildId })
      await cancelKeyRequest(ctx, { guildId, id: newest!.id })
      await ask(`Key ${sent + 10}`)
    }
    const [newest] = await listKeyRequests(ctx, { guildId })
    await cancelKeyRequest(ctx, { guildId, id: newest!.id })
    expect(await refusalOf(() => ask('One more'))).toMatchObject({ status: 429 })
    it.at(after(DAY))
    await ask('One more')
  })

  test('a manager of one server neither sees nor changes the requests of another', async () => {
    const [mine, other] = [await managed(), await managed()]
    const { id } = await requestKey(mine.ctx, { guildId: mine.guildId, ...wish })
    const asOther = { guildId: mine.guildId, id, reason: 'No.' }
    for (const call of [
      () => requestKey(other.ctx, { guildId: mine.guildId, ...wish }),
      () => listKeyRequests(other.ctx, { guildId: mine.guildId }),
      () => cancelKeyRequest(other.ctx, asOther),
      () => declineKeyRequest(other.ctx, asOther),
      () => listOpenRequests(other.ctx),
      () => grantKeyRequest(other.ctx, { id }),
    ])
      expect(await refusalOf(call)).toMatchObject({ status: 403 })
    expect(await listKeyRequests(other.ctx, { guildId: other.guildId })).toEqual([])
    const inOther = { ...asOther, guildId: other.guildId }
    expect(await refusalOf(() => cancelKeyRequest(other.ctx, inOther))).toMatchObject({ status: 404 })
    expect(await refusalOf(() => declineKeyRequest(boss(), inOther))).toMatchObject({ status: 404 })
    expect(await refusalOf(() => requestKey(it.ctx(anonymous), { ...mine, ...wish }))).toMatchObject({
      status: 401,
    })
    const admin = await anAdministrator(it)
    expect(await refusalOf(() => declineKeyRequest(admin, asOther))).toMatchObject({ status: 403 })
    expect((await listNotices(admin)).notices).toEqual([])
    expect(await listKeyRequests(mine.ctx, { guildId: mine.guildId })).toMatchObject([{ id, status: 'open' }])
  })

  test('a person who lost access gets no key, and a removed server has no requests', async () => {
    const { guildId, user, ctx } = await managed()
    const { id } = await requestKey(ctx, { guildId, ...wish })
    await removeManager(boss(), { guildId, userId: user.id })
    expect(await refusalOf(() => grantKeyRequest(it.ctx(), { id }))).toMatchObject({ status: 409 })
    await addManager(boss(), { guildId, userId: user.id })
    await updateUser(it.ctx(), { id: user.id, disabled: true })
    expect(await refusalOf(() => grantKeyRequest(it.ctx(), { id }))).toMatchObject({ status: 409 })
    await sent()
    await declineKeyRequest(boss(), { id, reason: 'You left.' })
    expect(await sent()).toEqual([])
    expect(await listKeys(it.ctx(), { guild: guildId })).toEqual([])

    const next = await managed()
    const late = await requestKey(next.ctx, { guildId: next.guildId, ...wish })
    await it.app.db.deleteFrom('guilds').where('id', '=', next.guildId).execute()
    expect(await refusalOf(() => grantKeyRequest(it.ctx(), late))).toMatchObject({ status: 404 })
    expect(await sent()).toEqual([])
  })

  test('a decided request is kept for ninety days, and an open one until it is decided', async () => {
    const { guildId, ctx } = await managed()
    const { id } = await requestKey(ctx, { guildId, ...wish })
    const open = await requestKey(ctx, { guildId, ...wish, name: 'Open' })
    await declineKeyRequest(it.ctx(), { id, reason: 'No.' })
    const kept = async (at: string) => {
      it.at(at)
      await purgeKeys(it.ctx())
      return (await listKeyRequests(ctx, { guildId })).map((request) => request.id)
    }
    expect(await kept(after(90 * DAY))).toEqual([open.id, id])
    expect(await kept(after(90 * DAY + 1))).toEqual([open.id])
  })
})
