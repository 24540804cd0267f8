import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteComment,
  listFeedback,
  purgeFeedback,
  readFeedback,
  recordComment,
  recordVote,
  sendFeedback,
} from '#app/features/feedback/feedback.server.ts'
import { feedbackInput } from '#app/features/feedback/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anonymous, NOON, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'

const path = '/docs/markdown'
const person = { path, reader: 'person' } as const

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeEach(async () => void (it = await openTestApp(engine)))
  afterEach(() => it.close())

  const visitor = () => it.ctx(anonymous)
  const editor = () => it.ctx(userWith('editor'))
  const read = () => readFeedback(editor(), { path })

  test('votes of people and agents are added up, and comments are newest first', async () => {
    await Promise.all([1, 2].map(() => recordVote(visitor(), { ...person, helpful: true })))
    await recordVote(visitor(), { ...person, helpful: false })
    await recordComment(visitor(), { ...person, helpful: false, comment: 'First' })
    const input = feedbackInput.parse({
      path: `${path}.md`,
      helpful: false,
      reason: 'wrong',
      comment: 'Next',
    })
    expect(await sendFeedback(visitor(), input)).toEqual({
      feedback: { path, helpful: false, created_at: NOON },
    })
    expect(await read()).toMatchObject({
      helpful: 2,
      unhelpful: 2,
      comments: [
        { comment: 'Next', reason: 'wrong', reader: 'agent', helpful: false },
        { comment: 'First', reason: null, reader: 'person' },
      ],
    })
    const all = await listFeedback(editor(), { from: '2026-11-01' })
    expect(all.pages).toEqual([{ path, helpful: 2, unhelpful: 2 }])
    expect((await listFeedback(editor(), { from: '2026-12-01' })).pages).toEqual([])
  })

  test('only published entries get feedback, with bounded comments', async () => {
    for (const unknown of ['/nothing', '/admin', '//example.com', '', '/docs/%00'])
      expect(
        await refusalOf(() => recordVote(visitor(), { ...person, path: unknown, helpful: true })),
        unknown,
      ).toMatchObject({ status: 404 })
    const wrong = { path, helpful: true, comment: 'x'.repeat(1_001) }
    expect(feedbackInput.safeParse(wrong).success).toBe(false)
    expect(feedbackInput.safeParse({ path, helpful: 'yes' }).success).toBe(false)
  })

  test('only editors read and delete comments', async () => {
    await recordComment(visitor(), { ...person, helpful: false, comment: 'Spam' })
    const [{ id }] = (await read()).comments as unknown as [{ id: string }]
    for (const ctx of [visitor(), it.ctx(userWith('member'))]) {
      expect(await refusalOf(() => readFeedback(ctx, { path }))).toBeTruthy()
      expect(await refusalOf(() => listFeedback(ctx, { from: '2026-11-01' }))).toBeTruthy()
      expect(await refusalOf(() => deleteComment(ctx, { id }))).toBeTruthy()
    }
    await deleteComment(editor(), { id })
    expect((await read()).comments).toEqual([])
    expect(await refusalOf(() => deleteComment(editor(), { id }))).toMatchObject({ status: 404 })
  })

  test('feedback is deleted after 13 months, and a page keeps 200 comments', async () => {
    it.at('2025-09-15T12:00:00.000Z')
    await recordVote(visitor(), { ...person, helpful: true })
    await recordComment(visitor(), { ...person, helpful: true, comment: 'Old' })
    it.at(NOON)
    await recordVote(visitor(), { ...person, helpful: false })
    for (let n = 0; n < 203; n++)
      await recordComment(visitor(), { ...person, helpful: true, comment: `Comment ${n}` })
    await purgeFeedback(it.ctx())
    expect(await read()).toMatchObject({
      helpful: 0,
      unhelpful: 1,
      comments: [{ comment: 'Comment 202' }, {}, {}, {}, {}],
    })
    const kept = await it.app.db.selectFrom('page_comments').select('comment').orderBy('id').execute()
    expect([kept.length, kept[0]!.comment]).toEqual([200, 'Comment 3'])
  })
})
