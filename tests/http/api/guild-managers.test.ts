import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#app/openapi/operations.ts'
import { samples } from '#tests/support/interfaces/samples/samples.ts'
import {
  oneServer,
  client,
  guildWithKey,
  json,
  signInAs,
  signUp,
  snowflake,
  type ErrorBody,
} from '#tests/support/http/client.ts'

/** Every operation about one guild. */
const ofOneGuild = operations.filter(({ path }) => /^\/api\/(guilds|stats)\/\{guildId\}/.test(path))
const permission = ({ access }: (typeof operations)[number]) =>
  typeof access === 'object' && 'session' in access ? access.session : null

/** Returns a valid body of the operation: from its sample, or the example of its schema. */
const sampleOf = ({ id, body }: (typeof operations)[number]) => samples[id]?.body ?? body?.meta()?.example

const queryOf = (id: string) => {
  const { query } = samples[id] ?? {}
  return query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
}

test('every operation about one guild says that it is, and the walk finds them', () => {
  expect(ofOneGuild.length).toBeGreaterThan(15)
  for (const operation of ofOneGuild) {
    expect(['guild:read', 'guild:write', 'guilds:write'], operation.id).toContain(permission(operation))
    if (operation.body)
      expect(operation.body.safeParse(sampleOf(operation)), operation.id).toMatchObject({ success: true })
  }
})

describe.each(oneServer())('on $name', (server) => {
  let cookie: string
  let guilds: { mine: string; other: string }

  beforeAll(async () => {
    const [admin, member] = [await signInAs(server, 'admin'), await signUp(server)]
    const [mine, other] = [(await guildWithKey(server)).guild, (await guildWithKey(server)).guild]
    guilds = { mine, other }
    cookie = member.cookie
    const response = await client(server)(`/api/guilds/${mine}/managers/${member.user.id}`, {
      method: 'PUT',
      headers: { Cookie: admin },
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ manager: { user_id: member.user.id } })
  })

  const pathOf = ({ id, path }: (typeof operations)[number], guild: string) =>
    path.replace('{guildId}', guild).replace(/\{\w+\}/g, 'nothing') + queryOf(id)
  const call = (operation: (typeof operations)[number], guild: string, body: unknown, headers = {}) =>
    client(server)(pathOf(operation, guild), {
      method: operation.method,
      headers: { Cookie: cookie, 'Content-Type': 'application/json', 'If-Match': '"v1"', ...headers },
      ...(operation.body ? { body: JSON.stringify(body) } : {}),
    })

  test.each(ofOneGuild)('$method $path ($id) knows whose guild it is', async (operation) => {
    const foreign = await call(operation, guilds.other, sampleOf(operation))
    expect([foreign.status, ((await foreign.json()) as ErrorBody).code]).toEqual([403, 'forbidden'])
    const invalid = await call(operation, guilds.other, { no_such_field: 1 })
    expect(invalid.status).toBe(403)
    const unreadable = await call(operation, guilds.other, sampleOf(operation), { 'Agent-Tool': 'BAD TOOL' })
    expect(unreadable.status).toBe(403)
    // Wrong for whoever may, so that nothing is changed here.
    const own = await call(operation, guilds.mine, { no_such_field: 1 })
    if (permission(operation) === 'guilds:write') expect(own.status).toBe(403)
    else expect([200, 204, 400, 404, 409, 412, 503]).toContain(own.status)
  })

  test('a member search checks the server access before the query length', async () => {
    const search = (guild: string) =>
      client(server)(`/api/guilds/${guild}/members?q=a`, { headers: { Cookie: cookie } })
    expect([(await search(guilds.other)).status, (await search(guilds.mine)).status]).toEqual([403, 400])
  })

  test('a manager sees their guild in the list and no other, and adds none', async () => {
    const response = await client(server)('/api/guilds', { headers: { Cookie: cookie } })
    const { guilds: listed } = (await response.json()) as { guilds: { id: string }[] }
    expect(listed.map(({ id }) => id)).toEqual([guilds.mine])
    const body = { id: guilds.other, name: 'Mine too' }
    expect((await client(server)('/api/guilds', json(body, { Cookie: cookie }))).status).toBe(403)
  })

  test.each([
    ['/api/guilds', 'guilds'],
    ['/api/cms/redirects', 'redirects'],
  ])('%s is a list of pages that refuses bad values', async (path, name) => {
    const admin = await signInAs(server, 'admin')
    const unique = snowflake()
    for (const n of [1, 2]) {
      const body =
        name === 'guilds'
          ? { id: snowflake(), name: `${unique} ${n}` }
          : { from: `/${unique}/${n}`, to: '/docs' }
      expect((await client(server)(path, json(body, { Cookie: admin }))).status).toBe(201)
    }
    const get = (query: string) => client(server)(`${path}${query}`, { headers: { Cookie: admin } })
    expect(await (await get('')).json()).toMatchObject({ limit: 50, offset: 0 })
    const all = (await (await get(`?q=${unique}`)).json()) as Record<string, unknown[]>
    expect(all).toMatchObject({ total: 2, limit: 50, offset: 0 })
    expect(await (await get(`?q=${unique}&limit=1&offset=1`)).json()).toEqual({
      [name]: [all[name]![1]],
      ...{ total: 2, limit: 1, offset: 1 },
    })
    expect(await (await get('?q=no-such-thing')).json()).toMatchObject({ [name]: [], total: 0 })
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?offset=-1', '?limit=1&limit=2'])
      expect([query, (await get(query)).status]).toEqual([query, 400])
  })

  test('a guild is added once', async () => {
    const admin = await signInAs(server, 'admin')
    const id = `8${guilds.mine.slice(1)}`
    const add = () => client(server)('/api/guilds', json({ id, name: 'New' }, { Cookie: admin }))
    const made = await add()
    expect([made.status, await made.json()]).toMatchObject([201, { guild: { id, name: 'New' } }])
    expect((await add()).status).toBe(409)
  })

  test('registering where Discord is not set up says what to set', async () => {
    const path = `/api/guilds/${guilds.mine}/commands/register`
    const response = await client(server)(path, json({}, { Cookie: cookie }))
    const body = (await response.json()) as ErrorBody
    expect([response.status, body.code]).toEqual([503, 'unavailable'])
    expect(body.error).toContain('DISCORD_BOT_TOKEN')
    const state = await client(server)(path, { headers: { Cookie: cookie } })
    expect([state.status, await state.json()]).toMatchObject([200, { guild_id: guilds.mine, total: 0 }])
  })
})
