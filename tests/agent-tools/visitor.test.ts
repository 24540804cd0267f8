import { afterEach, expect, test, vi } from 'vitest'
import { saveCommand } from '#agent-tools/guilds/commands.ts'
import { forgetWrites } from '#agent-tools/tool/tool.ts'
import { fetchVisitor } from '#agent-tools/index.ts'
import { fakeSite } from '#tests/agent-tools/fake-site.ts'
import { good } from '#tests/agent-tools/inputs.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetWrites()
})

test.each([false, true])(
  'the console asks for the session only, also of an editor (%s)',
  async (manages_guilds) => {
    vi.stubGlobal('location', { pathname: '/admin/content' })
    const fetch = vi.fn(async (_: string) =>
      Response.json({ user: { id: 'u', role: 'editor', manages_guilds } }),
    )
    vi.stubGlobal('fetch', fetch)
    expect(await fetchVisitor()).toEqual({ id: 'u', role: 'editor', managesGuilds: manages_guilds })
    expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/session'])
  },
)

test('choices of numeric options are sent as numbers, those of texts as texts', async () => {
  const fetch = fakeSite()
  const option = (type: number) => ({
    type,
    name: `of_${type}`,
    description: 'One',
    choices: [{ name: 'Two', value: '2' }],
  })
  const group = { type: 1, name: 'group', description: 'More', options: [option(10)] }
  const input = { ...good.save_command, options: [option(3), option(4), group] }
  expect(await saveCommand.execute(input)).toMatchObject({ ok: true })
  const bodies = fetch.mock.calls.flatMap(([, init]) =>
    init?.body ? [JSON.parse(init.body as string) as object] : [],
  )
  expect(bodies).toContainEqual(
    expect.objectContaining({
      options: [
        expect.objectContaining({ choices: [{ name: 'Two', value: '2' }] }),
        expect.objectContaining({ choices: [{ name: 'Two', value: 2 }] }),
        expect.objectContaining({
          options: [expect.objectContaining({ choices: [{ name: 'Two', value: 2 }] })],
        }),
      ],
    }),
  )
})
