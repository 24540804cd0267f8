import { strToU8 } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { updateUser } from '#app/features/accounts/users.server.ts'
import { importSite } from '#app/features/cms/import/import.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { signedIn } from '#tests/support/db/people.ts'
import { zipOf } from '#tests/support/sites/sites.ts'

const COUNT = 40
const post = (n: number) =>
  `---\ntitle: "Post ${n}"\ndescription: "${'A post of the old site. '.repeat(2)}"\ndate: 2026-01-01\n---\n\nWords of post ${n}.\n`
const file = zipOf(
  Object.fromEntries(
    Array.from({ length: COUNT }, (_, n) => [`_posts/2026-01-01-post-${n}.md`, strToU8(post(n))]),
  ),
)

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let editor: Context
  beforeEach(async () => {
    it = await openTestApp(engine, { CONTENT_DIR: 'tests/support/sites/empty' })
    editor = (await signedIn(it, await aUser(it, { role: 'editor' }))).ctx
  })
  afterEach(() => it.close())

  const run = (ctx: Context, signal?: AbortSignal) =>
    importSite(ctx, { file, publish: true, dryRun: false, signal })
  const stored = () => it.app.db.selectFrom('cms_entries').select(['slug', 'status']).execute()

  /** Imports the site, and stops the import after its first entries. Returns the refusal and the stored entries. */
  async function stopped(signal: AbortSignal | undefined, stop: () => unknown) {
    const refused = refusalOf(() => run(editor, signal))
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(1), {
      timeout: 20_000,
      interval: 1,
    })
    await stop()
    const refusal = await refused
    const rows = await stored()
    expect(rows.length).toBeLessThan(COUNT)
    expect(it.app.contentIndex.find(`/blog/${rows[0]!.slug}`)).toBeDefined()
    return { refusal, rows }
  }

  async function expectRest(ctx: Context, before: number) {
    const { counts } = await run(ctx)
    expect(counts).toMatchObject({ created: COUNT - before, unchanged: before, changed: 0, refused: 0 })
    const rows = await stored()
    expect(rows).toHaveLength(COUNT)
    expect(rows.every(({ status }) => status === 'published')).toBe(true)
  }

  test.each([{ disabled: true }, { role: 'member' as const }])(
    'an import stops when its user loses access: %o',
    async (change) => {
      const { userId } = editor.actor as Extract<Context['actor'], { kind: 'user' }>
      const { refusal, rows } = await stopped(undefined, () =>
        updateUser(it.ctx(), { id: userId, ...change }),
      )
      expect(refusal).toMatchObject({
        code: 'forbidden',
        message: `The import stopped after ${rows.length} of ${COUNT} entries, because your session ended or your account lost its permission. The imported entries remain. You can repeat the import.`,
      })
      await expectRest((await signedIn(it, await aUser(it, { role: 'editor' }))).ctx, rows.length)
    },
  )

  test('an import stops when the client disconnects, and can be repeated', async () => {
    const gone = new AbortController()
    const { refusal, rows } = await stopped(gone.signal, () => gone.abort())
    expect(refusal.code).toBe('request_timeout')
    expect(refusal.message).toContain(`after ${rows.length} of ${COUNT} entries`)
    await expectRest(editor, rows.length)
  })
})
