import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { draftFromQuestion } from '#app/features/readers/draft.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeEach(async () => void (it = await openTestApp(engine)))
  afterEach(() => it.close())

  test('a question becomes the title of one draft, which a second click returns', async () => {
    const { id } = await aUser(it, { role: 'editor' })
    const editor = it.ctx({ ...userWith('editor'), userId: id } as never)
    const question = 'where can i change the greeting?'
    const { entry: draft, isNew } = await draftFromQuestion(editor, { question })
    expect(isNew).toBe(true)
    expect(draft).toMatchObject({
      type: 'doc',
      status: 'draft',
      title: 'Where can i change the greeting?',
      slug: 'where-can-i-change-the-greeting',
    })
    for (const same of [question, ' Where can  I change the greeting? '])
      expect(await draftFromQuestion(editor, { question: same })).toMatchObject({
        entry: { id: draft.id },
        isNew: false,
      })
    expect((await draftFromQuestion(editor, { question: 'Where can I?' })).isNew).toBe(true)
  })

  test('members cannot create drafts from questions', async () => {
    const member = it.ctx(userWith('member'))
    expect(await refusalOf(() => draftFromQuestion(member, { question: 'Why?' }))).toMatchObject({
      status: 403,
    })
  })
})
