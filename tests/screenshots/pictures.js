/** Pictures of the documentation, by file name: how to open what each shows. */

/** @typedef {import('playwright-core').Page} Page */
/**
 * `top` selects the element at the upper edge. A wide picture shows the layout of large screens, and a close one is read at
 * half its size.
 * @typedef {{ path: string, act?: (page: Page) => Promise<unknown>, top?: string, isSignedOut?: boolean, isWide?: boolean, isClose?: boolean }} Picture
 */

import { draft } from '#tests/screenshots/sample-content.js'

const guild = '/admin/guilds/100000000000000001'
const welcome = `${guild}/automations/01JDEM00000000000000000001`

/** @param {string} text @returns {(page: Page) => Promise<unknown>} */
const find = (text) => async (page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(text)
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

/** @type {Record<string, Picture>} */
export const pictures = {
  site: { path: '/docs/getting-started', isSignedOut: true, isWide: true },
  agents: { path: '/docs/getting-started.md', isSignedOut: true, isClose: true },
  'sign-in': { path: '/login', isSignedOut: true },
  'console-home': { path: '/admin' },
  'console-palette': { path: '/admin', act: find('welcome') },
  statistics: { path: guild },
  'statistics-charts': { path: guild, top: '#members' },
  'guild-settings': { path: `${guild}/settings` },
  commands: { path: `${guild}/commands` },
  'command-editor': {
    path: `${guild}/commands`,
    act: (page) => page.getByRole('link', { name: '/faq', exact: true }).click(),
    isWide: true,
  },
  'automation-editor': { path: welcome, isWide: true },
  'automation-run': {
    path: `${welcome}/runs`,
    act: async (page) => {
      await page.locator(`main a[href^="${welcome}/runs/"]`).first().click()
      await page.locator('main summary', { hasText: 'Input and output' }).first().click()
    },
  },
  jobs: { path: `${guild}/jobs` },
  editor: {
    path: '/admin/content',
    act: async (page) => {
      await page.getByRole('link', { name: draft.title }).click()
      await page.frameLocator('iframe').getByRole('heading', { name: 'Markdown' }).waitFor()
    },
    isWide: true,
  },
  inbox: {
    path: '/admin/inbox',
    act: (page) => page.locator('main a[href^="/admin/inbox/"]').first().click(),
    isWide: true,
  },
  people: { path: '/admin/users' },
  audit: { path: '/admin/audit' },
  chat: {
    path: '/chat',
    act: (page) => page.locator('main a[href^="/chat/"], nav a[href^="/chat/"]').first().click(),
  },
}
