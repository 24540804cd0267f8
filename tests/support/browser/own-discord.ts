import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import type { FakeGuild } from '#tests/mocks/fake-discord-world.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { closeContexts, openReady } from '#tests/support/browser/ready.ts'
import { dataFolder } from '#tests/support/engines.ts'
import { startServer, type Env, type RunningServer } from '#tests/support/http/server.ts'

type Options = {
  guilds?: FakeGuild[]
  /** Environment of the server. By default, it knows only the address of Discord. */
  env?: (discord: FakeDiscord['env']) => Env
  /** Simulates the other external services inside the server. */
  mocked?: boolean
}

type OwnDiscord = {
  server: Omit<RunningServer, 'setup'> & { name: string; setup: string }
  discord: FakeDiscord
  browser: Browser
  /** Opens a page with a session cookie, and waits until it is ready. */
  openAs(
    cookie: string,
    path: string,
    options?: Parameters<Browser['newContext']>[0],
  ): ReturnType<typeof openPage>
}

/** Starts a separate server with a separate Discord for the tests of a file, because the bot belongs to the whole site. */
export function ownDiscord({ guilds = [], env, mocked = false }: Options = {}): OwnDiscord {
  const own = {
    async openAs(cookie, path, options = {}) {
      const opened = await openPage(own.browser, { viewport: { width: 1280, height: 900 }, ...options })
      const [name = '', value = ''] = cookie.split('=')
      await opened.context.addCookies([{ name, value, url: own.server.url }])
      await openReady(opened.page, own.server.url + path)
      return opened
    },
  } as OwnDiscord
  let folder: Awaited<ReturnType<typeof dataFolder>>
  beforeAll(async () => {
    folder = await dataFolder()
    own.discord = await fakeDiscord({ guilds })
    const { DISCORD_API_URL } = own.discord.env
    const settings = { DATA_DIR: folder.path, DISCORD_API_URL, ...env?.(own.discord.env) }
    const started = await startServer(settings, undefined, undefined, { mocked })
    own.server = { ...started, name: 'own-discord', setup: '' }
    own.browser = await launch()
  })
  afterEach(() => closeContexts(own.browser))
  afterAll(async () => {
    await own.browser.close()
    await own.server.stop()
    await own.discord.stop()
    await folder.remove()
  })
  return own
}
