import type { Browser, Page } from 'playwright-core'
import { dataFolder } from '#tests/support/engines.ts'
import { openPage } from '#tests/support/browser/browser.ts'
import { openReady } from '#tests/support/browser/ready.ts'
import { anAddress, anEmail, cookieOf, json } from '#tests/support/http/client.ts'
import { aModel } from '#tests/mocks/fake-model.ts'
import { startServer } from '#tests/support/http/server.ts'

/** A server of its own whose chat may ask a model that does as it is told. */
export async function chatSite(browser: Browser) {
  const [model, folder] = await Promise.all([aModel(), dataFolder()])
  const server = await startServer({
    DATA_DIR: folder.path,
    TRUST_PROXY: '1',
    CHAT_BASE_URL: model.baseUrl,
    CHAT_MODEL: 'fake',
  })
  return {
    model,
    server,
    /** Somebody new, at the chat. */
    async atChat(options: Parameters<Browser['newContext']>[0] = {}) {
      const opened = await openPage(browser, options)
      const input = { name: 'Ada', email: anEmail(), password: 'correct horse battery' }
      const signedUp = await fetch(
        `${server.url}/api/auth/signup`,
        json(input, { 'X-Forwarded-For': anAddress() }),
      )
      const [name = '', value = ''] = cookieOf(signedUp).split('=')
      await opened.context.addCookies([{ name, value, url: server.url }])
      await openReady(opened.page, `${server.url}/chat`)
      return opened
    },
    async close() {
      await server.stop()
      await Promise.all([model.close(), folder.remove()])
    },
  }
}

export const field = (page: Page) => page.getByLabel('Your question')
export const answer = (page: Page) => page.locator('.answer').last().innerText()

/** What is said to who does not see the page. */
export const said = async (page: Page) => (await page.getByRole('status').allInnerTexts()).join(' ')

/** Asks the model that is played. */
export async function askModel(page: Page, question: string) {
  await page.getByLabel('Model').selectOption('fake')
  await field(page).fill(question)
  await page.keyboard.press('Enter')
}
