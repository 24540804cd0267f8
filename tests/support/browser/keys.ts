import type { Page } from 'playwright-core'
import { soon } from '#tests/support/browser/guild.ts'
import { pageIsReady } from '#tests/support/browser/ready.ts'

/** Where the focus is: the name that a screen reader says first. */
export const focus = (page: Page) =>
  page.evaluate(() => {
    const now = document.activeElement as HTMLInputElement
    const by = now.getAttribute('aria-labelledby')
    const summary = now.matches('summary') ? (now.querySelector('h2') ?? now) : null
    const label = by ? document.getElementById(by) : (summary ?? now.labels?.[0] ?? now)
    return (now.ariaLabel ?? label?.textContent ?? '').trim()
  })

/** Presses Tab until the focus is on what has this name; more may stand behind a comma. */
export async function tabTo(page: Page, name: string | RegExp) {
  for (let press = 0; press < 150; press++) {
    await page.keyboard.press('Tab')
    const now = await focus(page)
    if (typeof name === 'string' ? now === name || now.startsWith(`${name},`) : name.test(now)) {
      // A list that scrolls has the focus too, and contains all names.
      if (
        await page.evaluate(() =>
          document.activeElement!.matches('a, button, input, select, textarea, summary, .cm-content'),
        )
      )
        return
    }
  }
  throw new Error(`Tab does not reach ${String(name)}`)
}

/** Goes to a field and types in the place of what is there. */
export async function typeInto(page: Page, name: string, text: string) {
  await tabTo(page, name)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Goes to a button or a link and presses it. */
export async function press(page: Page, name: string | RegExp) {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Finds a room or an act with the palette and goes there. */
export async function goBy(page: Page, words: string, path: RegExp, lands = path) {
  const palette = page.getByRole('dialog')
  await pageIsReady(page)
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type(words)
  await soon(() => palette.locator('[aria-selected=true]').getAttribute('href')).toMatch(path)
  await page.keyboard.press('Enter')
  await page.waitForURL(lands)
  await pageIsReady(page)
}
