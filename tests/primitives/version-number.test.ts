import { expect, test } from 'vitest'
import { versionForm } from '#app/features/cms/form.ts'
import { toggleForm } from '#app/http/pages/form.server.ts'
import { saveDraft } from '#app/features/cms/draft-operations.ts'
import { versionNumber } from '#app/primitives/schema.ts'

test.each([2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER, -1, 1.5])(
  '%d is no version, for a database could not hold it',
  (version) => {
    expect(versionNumber.safeParse(version).success).toBe(false)
    expect(versionForm.safeParse({ version: `${version}` }).success).toBe(false)
    expect(toggleForm.safeParse({ id: '1', version: `${version}`, enabled: 'yes' }).success).toBe(false)
    const { error } = saveDraft.body.safeParse({ version })
    expect(error!.issues.map(({ path }) => path[0])).toContain('version')
  },
)
