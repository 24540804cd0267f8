import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeSource } from '#tests/support/browser/axe.ts'
import { launch } from '#tests/support/browser/browser.ts'
import { lowContrastTexts, lowContrastTokens, forcedColourFaults } from '#tests/support/browser/colours.ts'
import { everyPage, openMeasured, url } from '#tests/support/browser/every-page.ts'
import { cutTexts, motions, outlineFaults } from '#tests/support/browser/measures.ts'
import { recordViolations, policyFaults } from '#tests/support/browser/policy.ts'
import { desktop, inAxe, sizes, testEachPage } from '#tests/support/browser/taken.ts'
import { measureInPage, measuresOf, viewer, walk, type Look } from '#tests/support/browser/walk.ts'

let browser: Browser
beforeAll(async () => {
  // With a host for the tools, so that the content security policy applies to their scripts too.
  browser = await launch('--enable-features=WebMCP')
})
afterAll(() => browser.close())

/** Chooses the colours of this browser with the theme button. */
const choose = (theme: 'light' | 'dark') => (page: Page) =>
  page.evaluate((theme) => {
    const button = document.querySelector<HTMLElement>('[data-theme-button]')!
    const { dataset } = document.documentElement
    for (let press = 0; press < 3 && dataset.theme !== theme; press++) button.click()
    if (dataset.theme !== theme) throw new Error(`the theme button does not reach ${theme}`)
  }, theme)

const publicLooks: Look[] = [
  {
    view: { ...desktop, colorScheme: 'light' },
    measures: {
      'every page has one h1, no gap between headings, and named landmarks': measureInPage(outlineFaults),
      'every text contrasts with a light background by 4.5 : 1': measureInPage(lowContrastTexts),
      'nothing moves if the visitor asks for less motion': measureInPage(motions),
      'no text is cut below its letters': measureInPage(cutTexts),
      'axe finds nothing on any page that a visitor sees': inAxe,
      'on a desktop nothing overflows and targets are at least 24 pixels': sizes,
    },
  },
  {
    view: { ...desktop, colorScheme: 'dark' },
    measures: { 'every text contrasts with a dark background by 4.5 : 1': measureInPage(lowContrastTexts) },
  },
  {
    view: { ...desktop, colorScheme: 'dark', forcedColors: 'active' },
    before: choose('light'),
    measures: {
      'a dark palette of the visitor’s own loses nothing, with light chosen':
        measureInPage(forcedColourFaults),
    },
  },
  {
    view: { ...desktop, colorScheme: 'light', forcedColors: 'active' },
    before: choose('dark'),
    measures: {
      'a light palette of the visitor’s own loses nothing, with dark chosen':
        measureInPage(forcedColourFaults),
    },
  },
  {
    view: { ...desktop, colorScheme: 'light' },
    measures: {
      'no page breaks its own content security policy, nor do tools and theme': policyFaults,
    },
  },
  // At the end, so that a page has few layouts.
  {
    view: { width: 320, height: 568 },
    measures: { 'on a narrow phone nothing overflows and targets are at least 24 pixels': sizes },
  },
  {
    view: { width: 640, height: 360, deviceScaleFactor: 2 },
    measures: { 'at 200 % zoom nothing overflows and targets are at least 24 pixels': sizes },
  },
]

testEachPage('public pages', { paths: everyPage, looks: publicLooks, open: () => openMeasured(browser) })

test('each measure notices what is planted', async () => {
  const { page, context, quiet } = await openMeasured(browser)
  await page.addInitScript(axeSource)
  await recordViolations(page)
  const found = await walk(page, ['/about'], publicLooks, () => page.evaluate(plant))
  for (const name of measuresOf(publicLooks)) expect(found.get(name)!.faults, name).not.toEqual([])
  const faults = [...found.values()].flatMap(({ faults }) => faults)
  for (const planted of [
    /^not one h1 /,
    /^"jpgq" in planted /,
    /^"faint" .*: 1\.\d\d /,
    /^button\.planted /,
    /^label: /,
    /^link-in-text-block: /,
    /^\d+ px past the side /,
    /^"" planted: 9\.0 x 9\.0 /,
    /^drawn as its ground: /,
    /^script-src/,
  ])
    expect(faults).toContainEqual(expect.stringMatching(planted))
  expect(quiet).toThrow(/console/)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect((await page.evaluate(motions)).filter((fault) => !fault.includes('planted'))).not.toEqual([])
  await context.close()
})

/** Puts something into a page that each measure must notice. */
function plant() {
  const main = document.querySelector('main')!
  const add = (name: string, style: Partial<CSSStyleDeclaration>, text = '') => {
    const element = Object.assign(document.createElement(name), { className: 'planted', textContent: text })
    Object.assign(element.style, style)
    main.append(element)
    return element
  }
  add('h1', {}, 'Another title')
  add('p', { color: '#777', background: '#888' }, 'faint')
  add('button', { width: '9px', height: '9px', padding: '0', transition: 'color 1s' })
  add('input', {})
  add('p', { overflow: 'hidden', lineHeight: '1' }, 'jpgq')
  add('p', {}, 'Words around ').innerHTML +=
    '<a href="/about" style="text-decoration: none">a link</a> in them'
  add('div', { width: '3000px', height: '1px' })
  add('div', {}).innerHTML = '<svg width="9" height="9"><path d="M0 0h9v9z" fill="canvas"/></svg>'
  document.head.append(Object.assign(document.createElement('script'), { text: '1' }))
}

test('the colours of the style sheet contrast with each other, light and dark', async () => {
  const { page, context } = await openMeasured(browser)
  const look = await viewer(page)
  await page.goto(`${url}/about`)
  for (const colorScheme of ['dark', 'light'] as const) {
    await look({ ...desktop, colorScheme })
    expect(await page.evaluate(lowContrastTokens), colorScheme).toEqual([])
  }
  await page.evaluate(() => document.documentElement.style.setProperty('--muted', 'silver'))
  expect(await page.evaluate(lowContrastTokens)).toContainEqual(expect.stringMatching(/^--muted on --paper/))
  await context.close()
})
