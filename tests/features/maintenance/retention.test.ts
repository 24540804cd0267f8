import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { purgeAudit } from '#app/features/audit/retention.server.ts'
import { pruneCache } from '#app/features/content/render/prune-cache.server.ts'
import { writeChecksummedFile, readChecksummedFile } from '#app/platform/cache/checksummed-file.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, NOON, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

describe.each(engineNames)('the audit log on %s', (name) => {
  let it: TestApp
  beforeAll(async () => {
    it = await openTestApp(name, { AUDIT_DAYS: '30' })
  })
  afterAll(() => it.close())

  test('it is kept for as many days as are set, and nobody but the service shortens it', async () => {
    const { id } = await aUser(it)
    const target = { kind: 'user' as const, id, name: 'Ada' }
    const note = async (at: string) => {
      it.at(at)
      await recordAudit(it.ctx(), { action: 'user.exported', target })
    }
    const left = async () =>
      (
        await it.app.db
          .selectFrom('audit')
          .select('at')
          .where('action', '=', 'user.exported')
          .orderBy('at')
          .execute()
      ).map(({ at }) => at)
    await note('2026-10-22T11:59:59.999Z')
    await note('2026-10-22T12:00:00.000Z')
    it.at(NOON)
    expect(await refusalOf(() => purgeAudit(it.ctx(userWith('member'))))).toMatchObject({ status: 403 })
    await purgeAudit({ ...it.ctx(), config: { ...it.app.config, auditDays: 0 } })
    expect(await left()).toHaveLength(2)
    await purgeAudit(it.ctx())
    expect(await left()).toEqual(['2026-10-22T12:00:00.000Z'])
  })
})

test('files rendered from content are deleted after thirty days without a read', async () => {
  const folder = await temporaryFolder()
  const kept = join(folder.path, 'cache', 'a')
  await mkdir(kept, { recursive: true })
  const day = 24 * 60 * 60
  const old = Date.now() / 1000 - 31 * day
  for (const file of ['read', 'unread']) {
    await writeChecksummedFile(join(kept, file), Buffer.from(file))
    await utimes(join(kept, file), old, old)
  }
  await writeFile(join(kept, 'new'), '')
  expect(String(await readChecksummedFile(join(kept, 'read')))).toBe('read')
  await expect
    .poll(async () => {
      await pruneCache(folder.path, new Date())
      return readdir(kept)
    })
    .toEqual(['new', 'read'])
  await pruneCache(join(folder.path, 'nowhere'), new Date())
  await folder.remove()
})
