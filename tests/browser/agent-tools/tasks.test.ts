import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ulid } from 'ulid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allTools } from '#agent-tools/page-tools.ts'
import { launch, recordConsole } from '#tests/support/browser/browser.ts'
import { tasks } from '#tests/browser/agent-tools/tasks/all.ts'
import {
  inputOf,
  type It,
  type Step,
  type Task,
  type Thing,
  type Told,
} from '#tests/browser/agent-tools/tasks/task.ts'
import { openSite, type Account, type Site } from '#tests/clients/site.ts'

let site: Site
let browser: Browser
// One for all tasks, so that they share compiled scripts; each begins without cookies and storage.
let context: BrowserContext
let page: Page

beforeAll(async () => {
  site = await openSite()
  browser = await launch('--enable-features=WebMCP')
  context = await browser.newContext()
  page = await context.newPage()
})
// A file of the site, since a page of another origin would end the process that has the scripts.
afterEach(async () => {
  await page.goto(`${site.url}/robots.txt`)
  for (const event of ['console', 'pageerror'] as const) page.removeAllListeners(event)
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const valueOf = <T>(it: It, from: T | ((it: It) => T)): T =>
  typeof from === 'function' ? (from as (it: It) => T)(it) : from

/** Members are new each time, for tasks change them; the others are who they are. */
async function personOf({ as }: Task): Promise<Account | null> {
  if (as === null) return null
  return as === 'member' ? site.create() : site.accountOf(as)
}

/** The rows of the audit log that came through tools, the newest first. */
async function marks() {
  const { entries } = await site.arrange<{ entries: { id: string; tool: string }[] }>(
    'GET',
    '/api/audit?through=agent&limit=100',
  )
  return entries
}

/** Makes a call as often as its step says. Every answer stays short. */
async function make(it: It, step: Step): Promise<Told[]> {
  const names = async () => (await it.page.webmcp.tools()).map(({ name }) => name)
  const { tool, answers } = step
  await step.meanwhile?.(it)
  if (step.at) await it.page.goto(site.url + valueOf(it, step.at))
  if (answers === 'not offered') {
    await expect.poll(names, { timeout: 10_000, interval: 10 }).not.toContain(tool)
    await expect(it.page.webmcp.callTool(tool, inputOf(step, it) as never)).rejects.toThrow(/No WebMCP tool/)
    return []
  }
  await expect.poll(names, { timeout: 10_000, interval: 10 }).toContain(tool)
  const parts: Told[] = []
  for (let more: object | null = {}; more; more = step.toTheEnd ? nextOf(parts.at(-1)!) : null) {
    const told = (await it.page.webmcp.callTool(tool, { ...inputOf(step, it), ...more } as never)) as Told
    parts.push(told)
    expect(told).toMatchObject(valueOf(it, answers))
    expect(JSON.stringify(told).length).toBeLessThanOrEqual(1_500)
  }
  return parts
}

/** What leads to the next part; null at the end. */
function nextOf(told: object) {
  const { next_offset: offset, next_before: before } = told as Record<string, unknown>
  if (typeof offset === 'number') return { offset }
  return typeof before === 'string' ? { before } : null
}

/** Signs an account in, in a browser without cookies. */
async function enter(me: Account) {
  const [name = '', value = ''] = (await site.signIn(me)).split('=')
  await context.addCookies([{ name, value, url: site.url }])
}

test.each(tasks)('$as: $says', async (task) => {
  const before = new Set((await marks()).map(({ id }) => id))
  const me = await personOf(task)
  if (me) await enter(me)
  const quiet = recordConsole(page)
  const told: Told[][] = []
  const it: It = {
    ...{ site, page, me, unique: ulid().toLowerCase().slice(-12), given: {} as Thing },
    parts: (n) => told[n]!,
    told: (n) => told[n]!.at(-1)!,
    asOwner: (path) => site.ask(site.owner, 'GET', path),
    asMe: (path) => site.ask(me, 'GET', path),
    asReader: (path) => site.ask(null, 'GET', path),
  }
  if (task.given) it.given = await task.given(it)
  await page.goto(site.url + valueOf(it, task.at))
  for (const step of task.calls) told.push(await make(it, step))
  await task.then?.(it)
  const made = (await marks()).filter(({ id }) => !before.has(id))
  expect([...new Set(made.map(({ tool }) => tool))].sort()).toEqual([...(task.marks ?? [])].sort())
  quiet()
})

test('the tasks are many, and between them they use every tool', async () => {
  const used = new Set(tasks.flatMap(({ calls }) => calls.map(({ tool }) => tool)))
  const all = (await allTools()).map(({ tool }) => tool.name)
  expect([...used].sort()).toEqual(all.sort())
  expect(tasks.length).toBeGreaterThanOrEqual(44)
  expect(new Set(tasks.map(({ says }) => says)).size).toBe(tasks.length)
})
