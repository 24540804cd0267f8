import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { client, signInAs } from '#tests/support/http/client.ts'
import { openEngine, type Engine } from '#tests/support/engines.ts'
import { startServer, type RunningServer } from '#tests/support/http/server.ts'

const ROWS = 10_000
const LARGEST_PAGE = 60 * 1024
const GUILD = '100000000000000042'
const at = (room: string) => `/admin/guilds/${GUILD}/${room}`

let engine: Engine
let server: RunningServer
let page: (path: string) => Promise<string>

/** Adds rows to the lists with a few statements. Nothing else in the database refers to them. */
function plant(file: string) {
  const db = new Database(file)
  const numbered = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})`
  const at = `strftime('%Y-%m-%dT%H:%M:%S.000Z', 1767225600 + i * 60, 'unixepoch')`
  // Old events and runs would be deleted when the server starts.
  const start = Math.floor(Date.now() / 1000) - ROWS * 8
  const recent = `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${start} + i * 8, 'unixepoch')`
  const id = (letter: string) => `printf('01K${letter}%022d', i)`
  db.exec(`
    ${numbered} insert into users (id, email, name, role, created_at)
      select ${id('A')}, 'person' || i || '@a-long-company-name.example', printf('Person number %05d of many', i),
        'member', ${at} from n;
    ${numbered} insert into cms_entries (id, type, slug, title, description, body, tags, status, overrides_file,
        version, created_at, updated_at, updated_by)
      select ${id('B')}, 'post', 'a-rather-long-slug-of-a-post-' || i,
        printf('%05d: what a usual title of a post in a list looks like', ${ROWS} - i),
        'A description that is about as long as the descriptions of most of the posts of most sites are.',
        'Text', '["news"]', 'draft', 0, 1, ${at}, ${at}, 'Edith Editor' from n;
    ${numbered} insert into media (id, file, hash, source, name, type, bytes, width, height, alt, created_at)
      select ${id('C')}, printf('%032x-1600x900.jpg', i), printf('%064x', i), printf('%064x', i),
        printf('photo-from-the-meeting-%05d.jpg', i), 'image/jpeg', 200000 + i, 1600, 900,
        'People stand around a table with maps and plan the way for the next day.', ${at} from n;
    ${numbered} insert into audit (id, at, action, actor_kind, actor_id, actor_name, target_kind, target_id,
        target_name, address, details)
      select ${id('D')}, ${at}, 'entry.published', 'user', ${id('A')}, 'Person number ' || i, 'entry', ${id('B')},
        'What a usual title looks like', '2001:db8:1234:5678::1', '{"type":"post","version":3}' from n;
    insert into guilds (id, name, created_at) values ('${GUILD}', 'A large server', '2026-01-01T00:00:00.000Z');
    insert into automations (id, guild_id, name, enabled, definition, run_count, success_count, failure_count,
        created_at, updated_at, version)
      values ('greets', '${GUILD}', 'Greets', 0, '{}', 0, 0, 0, '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.000Z', 1);
    ${numbered} insert into jobs (id, guild_id, type, payload, idempotency_key, state, priority, run_at, attempt,
        max_attempts, created_at)
      select ${id('E')}, '${GUILD}', iif(i % 2, 'SEND_MESSAGE', 'ADD_ROLE'), json('{"config":{"content":"Hello!"},
        "source":{"kind":"automation","id":"greets","name":"Welcome every new member","run_id":"r","step":0}}'),
        'key-' || i, iif(i % 100, 'succeeded', 'dead'), 0, ${recent}, 1, 5, ${recent} from n;
    ${numbered} insert into events (id, guild_id, type, occurred_at, received_at, actor, target, channel, data)
      select printf('13100000000000%05d', i), '${GUILD}', iif(i % 100, 'MESSAGE_CREATE', 'MEMBER_JOIN'), ${recent},
        ${recent}, printf('{"id":"2000000000000%05d","name":"Person number %05d","is_bot":false}', i, i), null,
        '{"id":"300000000000000001","name":"general-conversation"}',
        '{"content_length":42,"attachment_count":0,"is_reply":false}' from n;
    ${numbered} insert into runs (id, guild_id, automation_id, name, event_id, event, outcome, steps, started_at,
        finished_at)
      select ${id('F')}, '${GUILD}', 'greets', printf('Greets %05d', i), i,
        json('{"type":"MEMBER_JOIN","actor":{"id":"200000000000000001","name":"A person","is_bot":false}}'),
        iif(i % 100, 'succeeded', 'failed'), '[{"outcome":"succeeded"},{"outcome":"succeeded"}]', ${recent}, ${recent} from n;
  `)
  db.close()
}

beforeAll(async () => {
  engine = await openEngine('sqlite')
  plant(join(engine.env.DATA_DIR, 'signpost.db'))
  server = await startServer({ ...engine.env, EXPECT_USERS: 'yes', TRUST_PROXY: '1' })
  const Cookie = await signInAs({ ...server, name: 'sqlite', setup: '' }, 'admin')
  page = async (path) => {
    const response = await client({ ...server, name: 'sqlite', setup: '' })(path, { headers: { Cookie } })
    expect(response.status, path).toBe(200)
    return response.text()
  }
})
afterAll(async () => {
  await server?.stop()
  await engine.remove()
})

const rowsOf = (html: string) => html.match(/<th role="rowheader"/g)?.length

test.each([
  ['/admin/content', 25],
  ['/admin/users', 25],
  ['/admin/audit', 25],
  ['/admin/media', undefined],
  [at('jobs'), 25],
  [at('events'), 25],
  [at('runs'), 25],
])('a list of 10,000 at %s is one page below 60 KB', async (path, rows) => {
  const html = await page(path)
  expect(rowsOf(html)).toBe(rows)
  expect(Buffer.byteLength(html)).toBeLessThan(LARGEST_PAGE)
  expect(html).toMatch(/[?&](page=2|before=)/)
})

test('lists are sorted by the column in the URL, and unknown columns are rejected', async () => {
  const content = await page('/admin/content?sort=title&order=asc&status=draft')
  expect(content).toContain('aria-sort="ascending"')
  expect(content.indexOf('00000: what')).toBeGreaterThan(0)
  expect(content.indexOf('00000: what')).toBeLessThan(content.indexOf('00024: what'))
  expect(content).toContain('sort=title&amp;order=asc&amp;page=2')
  expect(await page('/admin/users?sort=name&order=desc')).toContain('Person number 10000 of many')
  expect(await page('/admin/audit?sort=at&order=asc')).toContain('Person number 1<')
  expect(await page('/admin/media?sort=bytes&order=asc')).toContain('meeting-00001.jpg')
  const dead = await page(at('jobs?sort=state&order=asc'))
  expect(dead).toContain('aria-sort="ascending"')
  expect(dead.match(/>Dead</g)!.length).toBeGreaterThanOrEqual(25)
  const events = await page(at('events?sort=type&order=asc'))
  expect(events.match(/<summary class="link">A member joined/g)).toHaveLength(25)
  expect(await page(at('runs?sort=name&order=desc&outcome=failed'))).toContain('Greets 10000')
  const cookieless = await client({ ...server, name: 'sqlite', setup: '' })('/admin/users?sort=password')
  expect(cookieless.status).toBe(302)
  await expect(page('/admin/users?sort=password')).rejects.toThrow('expected 400 to be 200')
})
