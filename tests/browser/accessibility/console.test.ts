import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch } from '#tests/support/browser/browser.ts'
import { lowContrastTexts } from '#tests/support/browser/colours.ts'
import { openOwn, ownPages } from '#tests/support/browser/every-page.ts'
import { cutTexts, motions, outlineFaults } from '#tests/support/browser/measures.ts'
import { inAxe, machineNames, sizes, testEachPage } from '#tests/support/browser/taken.ts'
import { reachedByTab, recordFocus } from '#tests/support/browser/tab-walk.ts'
import { measureInPage, type Look } from '#tests/support/browser/walk.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch('--enable-features=WebMCP')
})
afterAll(() => browser.close())

/** What is measured of a page of one's own, wherever. */
const ownMeasures = (where: string) => ({
  [`one h1, no gap between headings, and named landmarks, ${where}`]: measureInPage(outlineFaults),
  [`every text contrasts with its background by 4.5 : 1, ${where}`]: measureInPage(lowContrastTexts),
  [`nothing overflows and targets are at least 24 pixels, ${where}`]: sizes,
  [`nothing moves if the visitor asks for less motion, ${where}`]: measureInPage(motions),
})

const ownLooks: Look[] = [
  {
    view: { width: 1280, height: 720, colorScheme: 'light' },
    measures: {
      ...ownMeasures('1280 wide and light'),
      'axe finds nothing, light': inAxe,
      'no text is cut below its letters': measureInPage(cutTexts),
      'names of controls have no ids and begin with words': machineNames,
    },
  },
  {
    view: { width: 1280, height: 720, colorScheme: 'dark' },
    measures: {
      'every text contrasts with its background by 4.5 : 1, 1280 wide and dark':
        measureInPage(lowContrastTexts),
    },
  },
  {
    view: { width: 320, height: 600, colorScheme: 'dark' },
    measures: ownMeasures('320 wide and dark'),
  },
  {
    // At the end, since what has the focus may open.
    view: { width: 1280, height: 700, colorScheme: 'light' },
    measures: { 'Tab reaches everything in order, with visible focus': reachedByTab },
  },
]

testEachPage('pages of an account and of the console', {
  paths: ownPages,
  looks: ownLooks,
  async open() {
    const opened = await openOwn(browser)
    await recordFocus(opened.page)
    return opened
  },
})
