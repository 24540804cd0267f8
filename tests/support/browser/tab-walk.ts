import type { Page } from 'playwright-core'
import { focused, markStops, type Focused } from '#tests/support/browser/measures.ts'

declare global {
  var focusedNow: typeof focused
  var recorded: Promise<Focused>[]
}

/** Prepares a page for `tabThrough`, before it is loaded: it records where the focus is when Tab is released. */
export async function recordFocus(page: Page) {
  await page.addInitScript(`globalThis.focusedNow = ${focused}`)
  await page.addInitScript(() => {
    globalThis.recorded = []
    addEventListener('keyup', ({ key }) => key === 'Tab' && recorded.push(focusedNow()), true)
  })
}

/** Presses Tab until it has reached everything in its order. Returns how many stops there are, and what is wrong. */
export async function tabThrough(page: Page): Promise<{ count: number; faults: string[] }> {
  // Start at the top, even if the page focuses a field.
  await page.evaluate(() => {
    if (document.activeElement === document.body) return
    document.body.tabIndex = -1
    document.body.focus({ preventScroll: true })
    document.body.removeAttribute('tabindex')
  })
  const count = await page.evaluate(markStops)
  // An editor shows its focus a moment later, so the next key has to wait for what is recorded there.
  const atOnce = (await page.locator('.cm-editor').count()) ? 1 : Infinity
  const session = await page.context().newCDPSession(page)
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  // The browser handles keys in order, so nothing waits for one before it sends the next.
  const pressTab = () =>
    Promise.all(
      (['rawKeyDown', 'keyUp'] as const).map((type) =>
        session.send('Input.dispatchKeyEvent', { type, ...key }),
      ),
    )
  const faults: string[] = []
  let stop = 0
  for (let pressed = 0; stop < count;) {
    const presses = Math.min(count - stop, atOnce)
    await Promise.all(Array.from({ length: presses }, pressTab))
    for (const now of await page.evaluate(() => Promise.all(recorded.splice(0)))) {
      // A date has several parts, and the content of a frame belongs to another page.
      if (now.isFrame || (now.isDate && now.stop === stop - 1)) continue
      faults.push(...now.faults)
      if (now.stop !== stop)
        return { count, faults: [...faults, `Tab reached stop ${now.stop}, expected ${stop}`] }
      stop++
    }
    pressed += presses
    if (pressed > 10 * count) return { count, faults: [...faults, `Tab does not reach stop ${stop}`] }
  }
  return { count, faults }
}

/** Runs `tabThrough` as a measure. Console pages must have more than 10 stops. */
export async function reachedByTab(page: Page): Promise<string[]> {
  const { count, faults } = await tabThrough(page)
  return count > 10 ? faults : [...faults, `has only ${count} stops`]
}
