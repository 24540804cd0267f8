import type { Page } from 'playwright-core'
import { url } from '#tests/support/browser/every-page.ts'
import { openReady } from '#tests/support/browser/ready.ts'

/** How a page is looked at. */
export type View = {
  width: number
  height: number
  deviceScaleFactor?: number
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active' | 'none'
}

/** Returns what is wrong with a page; an empty list where nothing is. */
export type Measure = (page: Page, path: string) => Promise<string[]>

/** A view, what is done before its measures, and the measures by the name of their test. */
export type Look = {
  view: View
  before?: (page: Page) => Promise<unknown>
  measures: Record<string, Measure>
}

/** On how many pages a measure was taken, and each fault once, with the pages that have it. */
export type Finding = { pages: number; faults: string[] }

/** The names of all measures, in the order of the looks. */
export const measuresOf = (looks: Look[]) => [
  ...new Set(looks.flatMap(({ measures }) => Object.keys(measures))),
]

/** Makes a measure of a function that runs inside the page. */
export const measureInPage =
  (measure: () => string[]): Measure =>
  (page) =>
    page.evaluate(measure)

/** Loads each page once and takes all measures on it, view by view. Returns the findings, keyed by measure. */
export async function walk(
  page: Page,
  paths: string[],
  looks: Look[],
  arrived?: (page: Page) => Promise<unknown>,
): Promise<Map<string, Finding>> {
  const look = await viewer(page)
  const found = new Map<string, Map<string, Set<string>>>()
  const taken = new Map<string, number>()
  for (const path of paths) {
    await look(looks[0]!.view)
    await openReady(page, url + path)
    if (new URL(page.url()).pathname !== new URL(path, url).pathname)
      throw new Error(`${path} redirects to ${page.url()}`)
    await arrived?.(page)
    for (const { view, before, measures } of looks) {
      await within(30_000, look(view), `${JSON.stringify(view)}, ${path}`)
      await before?.(page)
      for (const [name, measure] of Object.entries(measures)) {
        const faults = found.get(name) ?? new Map<string, Set<string>>()
        for (const fault of await within(30_000, measure(page, path), `${name}, ${path}`))
          faults.set(fault, (faults.get(fault) ?? new Set()).add(path))
        found.set(name, faults)
        taken.set(name, (taken.get(name) ?? 0) + 1)
      }
    }
  }
  const listed = (faults: Map<string, Set<string>>) =>
    [...faults].map(([fault, where]) => `${fault} on ${[...where].join(' ')}`)
  return new Map(
    [...found].map(([name, faults]) => [name, { pages: taken.get(name)!, faults: listed(faults) }]),
  )
}

/** Rejects with the name of what is waited for, if that takes longer than so many milliseconds. */
function within<T>(milliseconds: number, waited: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result after ${milliseconds} ms: ${name}`)), milliseconds)
  })
  return Promise.race([waited, late]).finally(() => clearTimeout(timer))
}

/** Returns a function that shows a page in a view and waits until the page has its new size. */
export async function viewer(page: Page) {
  const tools = await page.context().newCDPSession(page)
  let size = ''
  let media = ''
  return async ({ width, height, deviceScaleFactor = 1, ...view }: View) => {
    const emulated = {
      colorScheme: view.colorScheme ?? 'light',
      reducedMotion: 'reduce',
      forcedColors: view.forcedColors ?? 'none',
    } as const
    if (media !== (media = JSON.stringify(emulated))) await page.emulateMedia(emulated)
    if (size === (size = `${width} ${height} ${deviceScaleFactor}`)) return
    // Playwright sets the scale for a whole context only.
    const metrics = { width, height, deviceScaleFactor, mobile: false }
    await tools.send('Emulation.setDeviceMetricsOverride', metrics)
    await page.evaluate(
      async ([expected, scale]) => {
        // A page that has nothing to draw may get no frame.
        const frame = () =>
          Promise.race([
            new Promise(requestAnimationFrame),
            new Promise((resolve) => setTimeout(resolve, 100)),
          ])
        while (innerWidth !== expected || devicePixelRatio !== scale) await frame()
        // Scripts that follow the size run in the next frame.
        await frame()
      },
      [width, deviceScaleFactor] as const,
    )
  }
}
