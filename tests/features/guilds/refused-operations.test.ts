import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addManager, listManagers, removeManager } from '#app/features/guilds/managers.server.ts'
import type { Handler } from '#app/http/api/endpoint.server.ts'
import { keyHandlers } from '#app/http/operations/key-operations.server.ts'
import { sessionHandlers } from '#app/http/operations/session-operations.server.ts'
import { operations } from '#app/openapi/operations.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aUser, openTestApp, refusalOf, type TestApp, userWith } from '#tests/support/factories.ts'
import { importRoute, routeFiles } from '#tests/support/http/route-files.ts'

/** Operations of one guild. The operations of a profile are for people who do not manage the guild. */
const ofGuilds = operations
  .filter(({ path }) => path.includes('{guildId}') && !path.startsWith('/api/profile/'))
  .map(({ id }) => id)

/** Every operation of one guild with its rule. */
async function guildHandlers(): Promise<Handler[]> {
  const routes = await Promise.all(
    routeFiles.filter(({ path }) => path.startsWith('/api/')).map(({ file }) => importRoute(file)),
  )
  const own = routes.flatMap(({ loader }) => (loader as { handlers?: Handler[] }).handlers ?? [])
  return [...own, ...sessionHandlers, ...keyHandlers].filter(([{ id }]) => ofGuilds.includes(id))
}

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let handlers: Handler[]
  beforeAll(async () => {
    it = await openTestApp(engine)
    handlers = await guildHandlers()
  })
  afterAll(() => it.close())

  async function aGuildIn(state: 'blocked' | 'left' | 'pending') {
    const { id } = await aGuild(it)
    const close = () => it.app.db.updateTable('guilds').set({ state }).where('id', '=', id).execute()
    return { id, close }
  }

  test.each(['blocked', 'left', 'pending'] as const)('managers of %s guilds get 403', async (state) => {
    expect(new Set(handlers.map(([{ id }]) => id))).toEqual(new Set(ofGuilds))
    const { id, close } = await aGuildIn(state)
    await close()
    const manager = it.ctx({ ...userWith('member'), guildIds: [id] } as ReturnType<typeof userWith>)
    const outcomes = await Promise.all(
      handlers.map(async ([operation, rule]) => {
        const params = { guildId: id, id: 'x', runId: 'x', userId: 'x', key: 'x' }
        const input = { params, query: {}, body: {}, version: 1, repeat: null } as never
        const served = await refusalOf(() => rule(manager, input, {} as never)).catch(String)
        return [operation.id, typeof served === 'string' ? served : served.status]
      }),
    )
    expect(outcomes.filter(([, status]) => status !== 403)).toEqual([])
  })

  test('administrators remove managers of blocked guilds', async () => {
    const { id: guildId, close } = await aGuildIn('blocked')
    const { id: userId } = await aUser(it)
    const admin = it.ctx(userWith('admin'))
    await addManager(admin, { guildId, userId })
    await close()
    expect(await listManagers(admin, { guildId })).toMatchObject([{ user_id: userId }])
    expect(await removeManager(admin, { guildId, userId })).toBe(true)
  })
})
