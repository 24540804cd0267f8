import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAutomation } from '#app/features/automations/automations.server.ts'
import { saveDraft } from '#app/features/cms/drafts.server.ts'
import { saveEntry } from '#app/features/cms/entries.server.ts'
import { deleteEntry } from '#app/features/cms/removal.server.ts'
import { checkAliasSettings } from '#app/features/health/alias-checks.server.ts'
import type { BotState } from '#app/features/bots/current-bot.server.ts'
import { checkDiscord } from '#app/features/health/dependency-checks.server.ts'
import { diagnose } from '#app/features/health/doctor.server.ts'
import { saveSiteSettings } from '#app/features/site/settings.server.ts'
import { findOldLinks, linkFinder } from '#app/features/health/old-links.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { botEnv } from '#tests/mocks/discord-rest.ts'
import { definition, sendMessageAction } from '#tests/support/db/automations.ts'
import { anEditor, anEntry, aPublishedEntry, changed } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aCommand, aGuild, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

const sites = { SITE_URL: 'https://new.example', SITE_ALIASES: 'old.example,bot.example:8080' }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let content: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    content = await temporaryFolder()
    await mkdir(join(content.path, 'pages'))
    await file('index', '[Home](https://old.example/)')
    it = await openTestApp(engine, { ...sites, CONTENT_DIR: content.path })
  })
  afterEach(async () => {
    await it.close()
    await content.remove()
  })
  const file = (name: string, body: string) =>
    writeFile(
      join(content.path, 'pages', `${name}.mdx`),
      `---\ntitle: "T"\ndescription: "A description that is long enough to be taken."\nupdated: "2026-01-01"\n---\n\n${body}\n`,
    )
  const found = async (most = 10) =>
    Object.fromEntries(
      (await findOldLinks(it.ctx(), { most })).map(({ kind, host, total, places }) => [
        `${kind} ${host}`,
        [total, ...places.sort()],
      ]),
    )

  test('files, entries and drafts that link to a former host are counted once each', async () => {
    await file('about', 'Words about //old.example.org only.')
    const ctx = await anEditor(it)
    const body = 'See [here](https://old.example/a) and [there](HTTP://OLD.example:80/b).'
    await aPublishedEntry(ctx, 'post', { slug: 'a', body })
    const fixed = await aPublishedEntry(ctx, 'page', { slug: 'fixed', body })
    await saveEntry(ctx, changed(fixed, { body: 'Without links.' }))
    await anEntry(ctx, 'doc', { slug: 'guide/b', body: 'http://bot.example:8080/x and //old.example' })
    const dropped = await anEntry(ctx, 'page', { slug: 'dropped', body })
    await deleteEntry(ctx, { type: 'page', id: dropped.id, version: dropped.version })
    const open = await anEntry(ctx, 'page', { slug: 'open' })
    const { type: _, id: __, version, ...fields } = changed(open)
    await saveDraft(ctx, { type: 'page', id: open.id, version, fields: { ...fields, body } })
    expect(await found()).toEqual({
      'file old.example': [1, 'content/pages/index.mdx'],
      'entry old.example': [3, '/blog/a', '/docs/guide/b', '/fixed'],
      'entry bot.example:8080': [1, '/docs/guide/b'],
      'draft old.example': [1, `draft of ${open.id}`],
    })
  })

  test('the site settings, automations and commands of servers are searched', async () => {
    const { id } = await aGuild(it)
    const message = 'Read https://old.example/rules'
    const hook = { type: 'CALL_WEBHOOK', config: { url: 'https://old.example/hook' } }
    await createAutomation(it.ctx(), {
      ...{ guildId: id, name: 'Hook', description: null, enabled: false },
      ...definition({}, hook, sendMessageAction('See bot.example:8080')),
    })
    await aCommand(it, id, { name: 'rules', content: message })
    await aCommand(it, id, { name: 'other', content: 'https://new.example' })
    const social = [{ label: 'Old', href: 'https://old.example/me' }]
    await saveSiteSettings(it.ctx(), { version: 0, settings: { social } })
    expect(await found()).toMatchObject({
      'site old.example': [1, '/admin/settings'],
      'automation old.example': [1, `Hook (server ${id})`],
      'command old.example': [1, `rules (server ${id})`],
    })
  })

  test('more rows than a batch are all counted, and only the first are named', async () => {
    const ctx = await anEditor(it)
    for (let at = 0; at < 120; at++) await anEntry(ctx, 'page', { body: `https://old.example/${at}` })
    const { 'entry old.example': entries } = await found(3)
    expect([entries![0], entries!.length]).toEqual([120, 4])
    const all = (await found(1000))['entry old.example']!
    expect(new Set(all).size).toBe(121)
  })

  test('the doctor names the first places, and nothing without aliases', async () => {
    const { config } = it.app
    const own = (findings: Awaited<ReturnType<typeof diagnose>>) =>
      findings.filter(({ check }) => check === 'former hosts')
    expect(own(await diagnose(config))).toEqual([
      {
        check: 'former hosts',
        status: 'warning',
        says: '1 content file links to old.example: content/pages/index.mdx',
        mend: 'Update the links. To list all of them, run: signpost domain check',
      },
    ])
    await file('index', 'Words.')
    expect(own(await diagnose(config))).toMatchObject([
      { status: 'ok', says: 'Nothing links to old.example, bot.example:8080.' },
    ])
    expect(own(await diagnose({ ...config, siteAliases: [] }))).toEqual([])
  })

  test('only administrators and the service itself may search all servers', async () => {
    const editor = it.ctx(userWith('editor'))
    expect(await refusalOf(() => findOldLinks(editor, { most: 1 }))).toMatchObject({ status: 403 })
    expect(await findOldLinks(it.ctx(userWith('admin')), { most: 1 })).toHaveLength(1)
  })
})

test.each([
  ['https://old.example', true],
  ['<https://OLD.example/a?b#c>', true],
  ['"//old.example"', true],
  ['Visit https://old.example.', true],
  ['https://old.example:443/', true],
  ['https://old.example.org', false],
  ['https://old.example:8080/', false],
  ['https://old.example-two.org', false],
  ['https://an-old.example', false],
  ['mail@old.example', false],
  ['https://oldxexample/', false],
])('%s links to old.example: %s', (text, expected) => {
  expect(linkFinder('old.example')(text)).toBe(expected)
})

test('settings that name a former host are warnings, and URLs to register are named', () => {
  const config = readConfig({
    ...sites,
    RUNNER_URL: 'wss://old.example',
    MAIL_FROM: 'Harbour <desk@old.example>',
    GITHUB_CLIENT_ID: 'a',
    GITHUB_CLIENT_SECRET: 'b',
    DISCORD_PUBLIC_KEY: 'a'.repeat(64),
  })
  expect(checkAliasSettings(config)).toMatchObject([
    { status: 'warning', mend: 'Set RUNNER_URL to wss://new.example on every machine with a runner.' },
    { status: 'warning', says: expect.stringContaining('desk@old.example') },
    {
      status: 'ok',
      says: 'GitHub must allow the callback URL https://new.example/api/auth/github/callback.',
    },
    {
      status: 'ok',
      says: 'The interactions endpoint URL must be https://new.example/api/discord/interactions.',
    },
  ])
  expect(checkAliasSettings(readConfig(sites))).toEqual([])
})

test('a Discord endpoint at a former host is a warning', async () => {
  const config = readConfig({ ...sites, ...botEnv })
  const own = '/api/discord/interactions'
  const none: BotState = { status: 'none', bot: null, row: null }
  let endpoint: string | null = `https://old.example${own}`
  const world = setupServer(
    http.get('https://discord.com/api/v10/applications/@me', () =>
      HttpResponse.json({
        id: botEnv.DISCORD_APPLICATION_ID,
        name: 'Harbour',
        verify_key: 'a'.repeat(64),
        interactions_endpoint_url: endpoint,
      }),
    ),
  )
  world.listen({ onUnhandledRequest: 'error' })
  try {
    expect((await checkDiscord(config, none)).slice(1)).toMatchObject([
      { status: 'warning', mend: expect.stringContaining(`https://new.example${own}`) },
    ])
    for (endpoint of [null, `https://new.example${own}`])
      expect((await checkDiscord(config, none)).slice(1)).toEqual([])
  } finally {
    world.close()
  }
})
