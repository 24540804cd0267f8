import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { createConversation } from '#app/features/chat/conversations.server.ts'
import { searchConsole } from '#app/features/console-search/search.server.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { anEditor, anEntry } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  anonymous,
  aSnowflake,
  aUser,
  keyOf,
  openTestApp,
  refusalOf,
  type TestApp,
} from '#tests/support/factories.ts'
import { aManager, anAdministrator, madeAutomation, madeCommand } from '#tests/support/db/management.ts'
import { actingAs } from '#tests/support/db/people.ts'

const find = async (ctx: Context, q = '', limit = 50) => (await searchConsole(ctx, { q, limit })).groups
/** What is found, each as its kind and address. */
const found = async (ctx: Context, q = '', limit = 50) =>
  (await find(ctx, q, limit))
    .filter(({ kind }) => kind !== 'help')
    .flatMap(({ results }) => results.map(({ kind, href }) => `${kind} ${href}`))
/** The addresses of the documents of the manual that are found. */
const help = async (ctx: Context, q: string) =>
  (await find(ctx, q)).flatMap(({ kind, results }) =>
    kind === 'help' ? results.map(({ href }) => href) : [],
  )

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let admin: Context
  let manager: Context
  let editor: Context
  let member: Context
  const mine = { id: aSnowflake(), name: 'Lighthouse' }
  const other = { id: aSnowflake(), name: 'Windmill' }
  beforeAll(async () => {
    it = await openTestApp(engine)
    for (const guild of [mine, other]) await addGuild(it.ctx(), guild)
    admin = await anAdministrator(it, 'Beatrix')
    manager = await aManager(it, mine.id)
    editor = await anEditor(it)
    member = actingAs(it, await aUser(it, { name: 'Beatrice' }))
  })
  afterAll(() => it.close())

  test('whoever opens the console finds documents of the manual in their own words', async () => {
    for (const ctx of [admin, manager, editor])
      expect((await help(ctx, 'backups'))[0]).toBe('/admin/help/backups')
    expect(await help(manager, 'How do I welcome new members?')).toContain('/admin/help/first-bot')
    expect(await help(manager, 'cooldown')).toContain('/admin/help/automations')
    expect(await help(manager, 'nothing-at-all')).toEqual([])
    expect(await help(manager, '')).toEqual([])
    expect(await help(member, 'backups')).toEqual([])
  })

  test.each([
    ['how do i add a picture to a post', 'write-in-the-console'],
    ['invite a friend', 'people'],
    ['someone spams my server', 'automations'],
    ['who changed the rules page?', 'people'],
    ['How do I change my password?', 'accounts'],
  ])('“%s” finds a document with most of its words', async (q, slug) => {
    expect((await help(editor, q))[0]).toBe(`/admin/help/${slug}`)
  })

  test('a question finds what its significant words find', async () => {
    const upload = await found(editor, 'How do I upload an image?')
    expect(upload.slice(0, 2)).toEqual(['action /admin/media#upload', 'page /admin/media'])
    expect(await found(manager, 'How do I add a command?')).toEqual([
      `action /admin/guilds/${mine.id}/commands/new`,
    ])
  })

  test('a page of the manual is listed once, for readers without Help as a page', async () => {
    expect(await help(editor, 'backup')).toContain('/admin/help/backups')
    expect((await found(editor, 'backup')).filter((one) => one.includes('backups'))).toEqual([])
    expect(await found(member, 'backup')).toEqual(['page /docs/backups'])
  })

  test('only those with access to a guild find its commands and automations', async () => {
    const command = await madeCommand(admin, mine.id, { name: 'foghorn' })
    const automation = await madeAutomation(admin, mine.id, { name: 'Foghorn at dusk' })
    const closed = await madeCommand(admin, other.id, { name: 'foghorn' })
    const ofMine = [
      `command /admin/guilds/${mine.id}/commands/${command.id}`,
      `automation /admin/guilds/${mine.id}/automations/${automation.id}`,
    ]
    expect((await found(manager, '/foghorn')).sort()).toEqual([ofMine[0]])
    expect((await found(manager, 'FOGHORN')).sort()).toEqual(ofMine.sort())
    expect((await found(admin, 'foghorn')).sort()).toEqual(
      [...ofMine, `command /admin/guilds/${other.id}/commands/${closed.id}`].sort(),
    )
    for (const ctx of [member, editor]) expect(await found(ctx, 'foghorn')).toEqual([])
  })

  test('the commands and automations of the demo server come last', async () => {
    await addGuild(it.ctx(), DEMO_GUILD)
    const demo = await madeAutomation(admin, DEMO_GUILD.id, { name: 'Beacon' })
    const own = await madeAutomation(admin, other.id, { name: 'Beacon at night' })
    expect(await found(admin, 'beacon')).toEqual([
      `automation /admin/guilds/${other.id}/automations/${own.id}`,
      `automation /admin/guilds/${DEMO_GUILD.id}/automations/${demo.id}`,
    ])
  })

  test('a guild is found by name and id, with its pages and what can be created there', async () => {
    const all = await found(manager, 'lighthouse')
    expect(all).toContain(`guild /admin/guilds/${mine.id}`)
    expect(await found(manager, 'jobs light')).toEqual([`page /admin/guilds/${mine.id}/jobs`])
    expect(await found(manager, 'create command lighthouse')).toEqual([
      `action /admin/guilds/${mine.id}/commands/new`,
    ])
    expect(await found(admin, other.id)).toContain(`guild /admin/guilds/${other.id}`)
    for (const q of ['windmill', other.id]) expect(await found(manager, q)).toEqual([])
    expect(await found(admin, 'managers light')).toEqual([`page /admin/guilds/${mine.id}/managers`])
    expect(await found(manager, 'managers light')).toEqual([])
  })

  test('entries are found by editors, files too, and drafts by nobody else', async () => {
    const { id } = await anEntry(editor, 'post', { title: 'The barnacle report' })
    const draft = `entry /admin/content/post/${id}`
    expect(await found(editor, 'barnacle')).toEqual([draft])
    expect(await found(admin, 'barnacle')).toEqual([draft])
    for (const ctx of [member, manager]) expect(await found(ctx, 'barnacle')).toEqual([])
    const rooted = await found(editor, 'privacy')
    expect(rooted.filter((one) => one.startsWith('entry '))).toHaveLength(1)
    expect(await found(member, 'getting-started')).toEqual(['page /docs/getting-started'])
  })

  test('what is called as was typed comes first, before what has the letters somewhere', async () => {
    await anEntry(editor, 'page', { title: 'Signalling out of order' })
    const all = await found(editor, 'sign out')
    expect(all[0]).toBe('action /logout')
    expect(all).toContain('page /about')
    expect((await found(admin, 'notices'))[0]).toBe('page /admin/notices')
  })

  test('people are found by administrators only', async () => {
    const [group] = await find(admin, 'Beatri')
    expect(group).toMatchObject({ kind: 'person', title: 'People' })
    expect(group!.results.map(({ title }) => title).sort()).toEqual(['Beatrice', 'Beatrix'])
    for (const ctx of [member, editor, manager]) expect(await found(ctx, 'Beatri')).toEqual([])
  })

  test('one’s own conversations are found, and those of others are not, whoever asks', async () => {
    const { id } = await createConversation(member, { title: 'Over the isthmus' })
    expect(await found(member, 'isthmus')).toEqual([`conversation /chat/${id}`])
    for (const ctx of [admin, editor, manager]) expect(await found(ctx, 'isthmus')).toEqual([])
  })

  test('without words, there are the rooms and the actions of the role, and the guilds', async () => {
    const [all, ofManager, ofMember] = [await found(admin), await found(manager), await found(member)]
    expect(ofMember).toEqual([
      'page /profile',
      'page /profile/security',
      'page /profile/servers',
      'page /profile/data',
      'page /chat',
      'action /logout',
    ])
    expect(ofManager).toEqual([
      'page /admin',
      'page /admin/notices',
      'page /admin/help',
      ...ofMember,
      `guild /admin/guilds/${mine.id}`,
    ])
    expect(all).toEqual(
      expect.arrayContaining([
        'page /admin/audit',
        'action /admin#guilds',
        `guild /admin/guilds/${other.id}`,
      ]),
    )
    expect(await found(editor)).not.toContain('page /admin/users')
    expect(await found(editor, 'write post')).toEqual(['action /admin/content/new?type=post'])
  })

  test('results respect the limit, and control characters and wildcards are literal', async () => {
    const most = await searchConsole(admin, { q: '', limit: 3 })
    expect([most.total, most.groups.flatMap(({ results }) => results).length]).toEqual([3, 3])
    expect((await searchConsole(admin, { q: 'e', limit: 50 })).total).toBeLessThanOrEqual(50)
    for (const q of ['%', '_oghorn', 'fog\0horn']) expect(await found(manager, q)).toEqual([])
  })

  test('whoever is not a person who signed in finds nothing', async () => {
    expect(await refusalOf(() => searchConsole(it.ctx(anonymous), { q: '', limit: 9 }))).toMatchObject({
      status: 401,
    })
    expect(await refusalOf(() => searchConsole(it.ctx(keyOf(mine.id)), { q: '', limit: 9 }))).toMatchObject({
      status: 403,
    })
  })
})
