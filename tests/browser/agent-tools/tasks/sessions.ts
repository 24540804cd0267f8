import { expect } from 'vitest'
import { confirmed, proposed, refused, type Step, type Task } from '#tests/browser/agent-tools/tasks/task.ts'

const leaving: Step = { tool: 'sign_out', answers: proposed('Sign out of this site in this browser') }
const question = { question: 'How do I create an API key?' }

export const sessionTasks: Task[] = [
  {
    says: 'Where am I signed in? Show me one after the other.',
    as: 'member',
    at: '/profile',
    given: async ({ site, me }) => {
      await site.signIn(me!)
      return { id: me!.id, version: 0, name: '' }
    },
    calls: [{ tool: 'list_my_sessions', input: { limit: 1 }, answers: { ok: true }, toTheEnd: true }],
    async then(it) {
      const sessions = it.parts(0).flatMap((part) => part.sessions)
      expect(it.told(0)).toMatchObject({ total: sessions.length, next_offset: null })
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length)
      expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    },
  },
  {
    says: 'Ask them how one makes a key, and show me where that is written.',
    as: 'member',
    at: '/',
    calls: [
      {
        tool: 'ask_assistant',
        input: question,
        answers: { ok: true, status: 'complete', answer: expect.stringContaining('key') },
      },
      {
        tool: 'ask_assistant',
        input: (it) => ({ answer_id: it.told(0).answer_id }),
        answers: { ok: true, status: 'complete' },
        toTheEnd: true,
      },
      {
        tool: 'read_page',
        input: (it) => ({ path: it.told(0).citations[0]!.path.split('#')[0] }),
        answers: { ok: true, markdown: expect.stringContaining('title:') },
      },
    ],
    async then(it) {
      expect(it.parts(1)[0]!.answer).toBe(it.told(0).answer)
      const path = `/api/chat/conversations/${it.told(0).conversation_id}/messages`
      const content = it.parts(1).map(({ answer }) => answer)
      expect(await it.asMe(path)).toMatchObject({
        body: { total: 2, messages: [{ content: question.question }, { content: content.join('') }] },
      })
    },
    marks: ['ask_assistant'],
  },
  {
    says: 'Ask how one backs up, and then about PostgreSQL in the same talk.',
    as: 'member',
    at: '/chat',
    calls: [
      {
        tool: 'ask_assistant',
        input: {},
        answers: refused('invalid_request', {
          hint: 'Pass question to ask the assistant, or answer_id to continue reading.',
        }),
      },
      { tool: 'ask_assistant', input: { question: 'How do I back up the database?' }, answers: { ok: true } },
      {
        tool: 'ask_assistant',
        input: (it) => ({ question: 'And on PostgreSQL?', conversation_id: it.told(1).conversation_id }),
        answers: (it) => ({ ok: true, conversation_id: it.told(1).conversation_id, status: 'complete' }),
      },
    ],
    then: async (it) =>
      expect(await it.asMe('/api/chat/conversations')).toMatchObject({
        body: { conversations: { length: 1 } },
      }),
    marks: ['ask_assistant'],
  },
  {
    says: 'Sign me out here. Yes.',
    as: 'member',
    at: '/profile',
    calls: [
      leaving,
      confirmed(0, { ...leaving, answers: { ok: true, summary: 'Signed out' } }),
      { tool: 'get_my_profile', answers: 'not offered' },
      { tool: 'sign_out', answers: 'not offered' },
      { tool: 'search_site', input: { query: 'sign in' }, answers: { ok: true } },
    ],
    async then(it) {
      const session = await it.page.evaluate(async () => (await fetch('/api/session')).json())
      expect(session).toMatchObject({ user: null })
      expect(await it.asMe('/api/profile')).toMatchObject({ status: 200 })
    },
    marks: ['sign_out'],
  },
  {
    says: 'Sign me out. No, wait.',
    as: 'member',
    at: '/',
    calls: [leaving, { tool: 'get_my_profile', answers: { ok: true } }],
  },
]
