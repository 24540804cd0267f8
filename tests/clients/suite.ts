import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allTools } from '#agent-tools/page-tools.ts'
import { proposal, type Case, type Undoable } from '#tests/clients/case.ts'
import { cases } from '#tests/clients/cases.ts'
import type { Driver, Make } from '#tests/clients/driver.ts'
import type { Site } from '#tests/clients/site.ts'

type Client = {
  name: string
  make: Make
  /** Whether it can give a call up: `page` when the page hears of it, `client` when it only stops listening itself. */
  cancels?: 'page' | 'client'
  /** Tests of this client alone. */
  more?: (now: () => Driver) => void
}

/** The first call of each tool, which is one that is not refused. */
const firsts = [...new Map([...cases].reverse().map((one) => [one.tool, one])).values()].reverse()
/** Those that do nothing before a person agreed; whoever signs out does so at the end. */
const asking = firsts.filter((one) => one.expect === proposal && one.tool !== 'sign_out')
/** Where tools are called, and as whom. */
const places = [...new Map(cases.map(({ page, role }) => [`${role} ${page}`, { page, role }])).values()]
const ofEveryone = ['list_pages', 'read_page', 'search_site', 'send_contact_message']

/** Holds clients to the table of cases, in front of the site that is opened, with an account for each role. */
export function proveClients(clients: Client[], open: () => Promise<Site>) {
  let site: Site
  beforeAll(async () => {
    site = await open()
    for (const { role } of cases) if (role) await site.accountOf(role)
  })
  afterAll(() => site?.close())

  test('the cases have every tool', async () => {
    const all = (await allTools()).map(({ tool }) => tool.name)
    expect(firsts.map(({ tool }) => tool).sort()).toEqual(all.sort())
  })

  for (const client of clients) proveClient(client, () => site)
}

function proveClient({ name, make, cancels, more }: Client, site: () => Site) {
  describe(name, () => {
    let driver: Driver
    /** Where the client is, as whom, and what is listed there. */
    let place = ''
    let known: string[] = []

    beforeAll(async () => {
      driver = await make(site().url)
    })
    afterAll(() => driver?.close())

    const names = async () => (known = (await driver.list()).map((one) => one.name))
    const listed = () => expect.poll(names, { timeout: 10_000 })

    /** Brings the client in front of the page of a case, where its tool is listed. */
    async function standAt({ tool, page, role }: Case) {
      if (place !== `${role} ${page}`) {
        if (role && !place.startsWith(role)) {
          const { email, password } = await site().accountOf(role)
          await driver.signIn(email, password)
        }
        await driver.open(page)
        place = `${role} ${page}`
        known = []
      }
      if (!known.includes(tool)) await listed().toContain(tool)
    }

    const inputOf = async ({ input }: Case) =>
      typeof input === 'function'
        ? input({ unique: ulid().toLowerCase().slice(-12), call: driver.call })
        : input

    /** Takes back what was done, which may ask as well. */
    async function takeBack({ undo }: Undoable) {
      const asked = (await driver.call('undo_action', undo.input)) as { confirm_token?: string }
      const { confirm_token } = asked
      const taken = confirm_token ? await driver.call('undo_action', { ...undo.input, confirm_token }) : asked
      expect(taken).toMatchObject({ ok: true, summary: expect.stringMatching(/^Undone: /) })
    }

    // Place by place, since going to a page takes longer than a call.
    describe.each(places)('on $page as $role', (there) => {
      const here = ({ page, role }: Case) => page === there.page && role === there.role

      test.each(cases.filter(here))('%#: $tool answers, and answers again', async (one) => {
        await standAt(one)
        const input = await inputOf(one)
        expect(await driver.call(one.tool, input)).toMatchObject(one.expect)
        expect(await driver.call(one.tool, input)).toMatchObject(one.expect)
      })

      test.each(asking.filter(here))('$tool runs once it is confirmed, and once only', async (one) => {
        await standAt(one)
        const input = await inputOf(one)
        const { confirm_token } = (await driver.call(one.tool, input)) as { confirm_token: string }
        const done = await driver.call(one.tool, { ...input, confirm_token })
        expect(done).toMatchObject({ ok: true, summary: expect.any(String) })
        expect(done).not.toHaveProperty('status')
        expect(await driver.call(one.tool, { ...input, confirm_token })).toEqual({
          ...(done as object),
          repeated: true,
        })
        if (one.role && !one.lasts) await takeBack(done as Undoable)
      })

      const given = { page: 'down to its request', client: 'and may be made again' }
      if (cancels)
        test.each(firsts.filter(here))(`a call of $tool is cancelled, ${given[cancels]}`, async (one) => {
          await standAt(one)
          const input = await inputOf(one)
          if (cancels === 'page') expect(await driver.cancel!(one.tool, input)).toBe('cancelled')
          else driver.abandon!(one.tool, input)
          expect(await driver.call(one.tool, input)).toMatchObject(one.expect)
        })

      if (!there.role) return
      // Last, and while the client is still there: another visit would load the page once more.
      test('whoever is signed out elsewhere is refused every tool of theirs', async () => {
        const calls = firsts.filter((one) => here(one) && one.tool !== 'sign_out')
        const known = calls[0]!
        await standAt(known)
        const inputs = await Promise.all(calls.map(inputOf))
        await site().revoke(await site().accountOf(known.role!))
        place = ''
        // All at once, for the page takes them away as soon as the first is refused.
        const answers = await Promise.allSettled(
          calls.map(({ tool }, nth) => driver.call(tool, inputs[nth]!)),
        )
        const codes = answers.map((one) => {
          if (one.status === 'rejected') return 'rejected'
          return (one.value as { error?: { code: string } }).error?.code
        })
        expect(codes).toContain('unauthorized')
        for (const code of codes) expect(['unauthorized', 'unavailable', 'rejected']).toContain(code)
        const own = calls.map(({ tool }) => tool)
        const left = async () => (await names()).filter((name) => own.includes(name))
        await expect.poll(left, { timeout: 10_000 }).toEqual([])
        await driver.open(known.page)
        await listed().toContain('search_site')
        expect(await left()).toEqual([])
      })
    })

    test('a tool that does not exist cannot be called', async () => {
      await expect(driver.call('no_such_tool', {})).rejects.toThrow()
    })

    more?.(() => driver)

    test('after signing out there is what everybody has, and nothing else', async () => {
      const one = firsts.find(({ tool }) => tool === 'sign_out')!
      place = ''
      await standAt(one)
      const { confirm_token } = (await driver.call('sign_out', {})) as { confirm_token: string }
      expect(await driver.call('sign_out', { confirm_token })).toMatchObject({
        ok: true,
        summary: 'Signed out',
      })
      await driver.open(one.page)
      await listed().toContain('search_site')
      for (const tool of await names()) expect(ofEveryone).toContain(tool)
    })
  })
}
