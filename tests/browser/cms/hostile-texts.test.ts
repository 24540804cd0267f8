import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, openPage } from '#tests/support/browser/browser.ts'
import { client, json, signInAs } from '#tests/support/http/client.ts'
import { hostileBodies } from '#tests/support/documents/hostile-bodies.ts'
import { lentServer } from '#tests/support/http/lent-servers.ts'

const server = await lentServer('services')
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

type Answer = { entry?: { id: string }; issues?: { path: string; message: string }[] }

test(
  'every hostile text is refused with its place, or does nothing in a browser',
  { timeout: 300_000 },
  async () => {
    const Cookie = await signInAs(server, 'editor')
    const send = client(server)
    const shown: { path: string; body: string }[] = []
    for (const [at, body] of hostileBodies.entries()) {
      const fields = { slug: `hostile-${at}`, title: 'Hostile', description: 'x'.repeat(40), body }
      const answer = await send('/api/cms/page', json(fields, { Cookie }))
      const { entry, issues = [] } = (await answer.json()) as Answer
      if (answer.status === 400) {
        expect([body.slice(0, 80), issues.length > 0, issues[0]?.path]).toEqual([
          body.slice(0, 80),
          true,
          'body',
        ])
        if (!body.includes('\0'))
          expect(issues[0]!.message).toMatch(/^(Line \d+, column \d+: |Use at most 100 levels|The text )./)
        continue
      }
      expect([body.slice(0, 80), answer.status]).toEqual([body.slice(0, 80), 201])
      const published = await send(`/api/cms/page/${entry!.id}/publish`, {
        method: 'POST',
        headers: { Cookie, 'If-Match': '"v1"' },
      })
      expect(published.status).toBe(200)
      shown.push({ path: `/hostile-${at}`, body })
    }
    expect(hostileBodies.length).toBeGreaterThanOrEqual(60)
    expect(shown.length).toBeGreaterThan(5)

    const { page, quiet } = await openPage(browser)
    const seen: string[] = []
    page.on('dialog', (dialog) => {
      seen.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== new URL(server.url).origin && protocol !== 'data:')
        seen.push(`a request: ${request.url()}`)
    })
    await page.exposeFunction('hacked', () => seen.push('a script'))
    await page.exposeFunction('violated', (directive: string) => seen.push(`the policy: ${directive}`))
    await page.addInitScript(`
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => violated(violatedDirective))
  `)
    for (const { path, body } of shown) {
      await page.goto(server.url + path)
      expect(new URL(page.url()).pathname).toBe(path)
      // What waits for somebody: every link is pressed, every element is met by the pointer and the focus.
      await page.evaluate(`for (const element of document.querySelectorAll('#pageContent *')) {
      for (const type of ['mouseover', 'focus', 'toggle', 'load', 'error']) element.dispatchEvent(new Event(type))
    }
    for (const link of document.querySelectorAll('.prose a')) {
      addEventListener('click', (event) => /^https?:/.test(link.protocol) && event.preventDefault(), { once: true })
      link.click()
    }`)
      expect([body.slice(0, 80), seen]).toEqual([body.slice(0, 80), []])
      expect(await page.locator('main#pageContent').count()).toBe(1)
    }
    quiet()
  },
)
