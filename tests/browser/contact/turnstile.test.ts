import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { soon } from '#tests/support/browser/guild.ts'
import { typed } from '#tests/support/db/contact.ts'
import { aToken, turnstileKeys } from '#tests/mocks/turnstile.ts'
import { startServer, type RunningServer } from '#tests/support/http/server.ts'

let browser: Browser
let server: RunningServer
const undo: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  browser = await launch()
  const folder = await dataFolder()
  const env = {
    DATA_DIR: folder.path,
    TRUST_PROXY: '1',
    CHALLENGE_PROVIDER: 'turnstile',
    TURNSTILE_SITE_KEY: turnstileKeys.site,
    TURNSTILE_SECRET_KEY: turnstileKeys.passes,
  }
  server = await startServer(env, undefined, undefined, { mocked: true })
  undo.push(() => browser.close(), server.stop, folder.remove)
})
afterAll(async () => {
  for (const step of undo) await step()
})

/** Plays Cloudflare's script: the widget brings a frame, and a field once `check` is called. */
const widget = `
  const place = document.querySelector('.cf-turnstile')
  const frame = document.createElement('iframe')
  frame.title = 'Check'
  frame.src = 'https://challenges.cloudflare.com/frame'
  place.append(frame)
  window.check = () => {
    const field = Object.assign(document.createElement('input'), { type: 'hidden', value: '${aToken}' })
    field.name = 'cf-turnstile-response'
    place.append(field)
  }
`

test(
  'the widget may load and frame, and the message waits until it has checked',
  { timeout: 60_000 },
  async () => {
    const { page, quiet } = await openPage(browser)
    const asked: string[] = []
    await page.route('https://challenges.cloudflare.com/**', (route) => {
      asked.push(new URL(route.request().url()).pathname)
      return asked.length === 1
        ? route.fulfill({ contentType: 'text/javascript', body: widget })
        : route.fulfill({ contentType: 'text/html', body: '<p>Checking</p>' })
    })
    await openReady(page, `${server.url}/contact`)
    await soon(() => asked).toEqual(['/turnstile/v0/api.js', '/frame'])
    for (const [name, value] of Object.entries(typed))
      await page.locator(`form[data-contact-form] [name=${name}]`).fill(value)
    const press = () => page.getByRole('button', { name: 'Send message' }).click()
    await press()
    await soon(() => page.locator('[role=alert]').textContent()).toContain('is not finished')
    await page.evaluate('check()')
    await press()
    await soon(() => page.getByText('Your message was sent').count()).toBe(1)
    quiet()
  },
)
