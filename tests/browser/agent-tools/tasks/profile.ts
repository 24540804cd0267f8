import { expect } from 'vitest'
import { refused, undone, type Step, type Task } from '#tests/browser/agent-tools/tasks/task.ts'

const isNamed = (name: string) => ({ status: 200, body: { user: { name } } })
const naming = (name: string): Step => ({ tool: 'update_my_profile', input: { name }, answers: { ok: true } })

export const profileTasks: Task[] = [
  {
    says: 'Who am I here?',
    as: 'member',
    at: '/profile',
    calls: [
      {
        tool: 'get_my_profile',
        answers: ({ me }) => ({
          ok: true,
          profile: { name: 'Ada', email: me!.email, role: 'member' },
          more_tools_at: [],
        }),
      },
    ],
  },
  {
    says: 'What else can you do for me on this site?',
    as: 'editor',
    at: '/',
    calls: [
      { tool: 'get_my_profile', answers: { ok: true, more_tools_at: ['/admin/content'] } },
      { tool: 'list_entries', at: '/admin/content', input: { type: 'post' }, answers: { ok: true } },
    ],
  },
  {
    says: 'Call me Ada Lovelace. On second thought, don’t.',
    as: 'member',
    at: '/profile',
    calls: [
      {
        ...naming('Ada Lovelace'),
        answers: { ok: true, summary: 'Changed name of the profile', profile: { name: 'Ada Lovelace' } },
      },
      undone(0, { ok: true, summary: 'Undone: Changed name of the profile' }),
    ],
    then: async (it) => expect(await it.asMe('/api/profile')).toMatchObject(isNamed('Ada')),
    marks: ['update_my_profile', 'undo_action'],
  },
  {
    says: 'Make it dark, and tell me when it is.',
    as: 'member',
    at: '/profile',
    calls: [
      {
        tool: 'update_my_profile',
        input: { theme: 'night' },
        answers: { ok: false, error: { path: 'theme', message: expect.stringContaining('dark') } },
      },
      {
        tool: 'update_my_profile',
        input: { theme: 'dark' },
        answers: { ok: true, profile: { theme: 'dark' } },
      },
    ],
    then: (it) => expect.poll(() => it.page.locator('html').getAttribute('data-account-theme')).toBe('dark'),
    marks: ['update_my_profile'],
  },
  {
    says: 'Call me Bea. Did that work? Do it again to be sure.',
    as: 'member',
    at: '/chat',
    calls: [naming('Bea'), { ...naming('Bea'), answers: { ok: true, repeated: true } }],
    then: async (it) => expect(await it.asMe('/api/profile')).toMatchObject(isNamed('Bea')),
    marks: ['update_my_profile'],
  },
  {
    says: 'Call me Bea, then Cleo, then Bea again.',
    as: 'member',
    at: '/profile',
    calls: [naming('Bea'), naming('Cleo'), naming('Bea')],
    then: async (it) => expect(await it.asMe('/api/profile')).toMatchObject(isNamed('Bea')),
    marks: ['update_my_profile'],
  },
  {
    says: 'Give me this picture. No, take it away.',
    as: 'member',
    at: '/profile',
    calls: [
      {
        tool: 'update_my_profile',
        input: {},
        answers: refused('invalid_request', { hint: 'Pass name, avatar_url or theme.' }),
      },
      {
        tool: 'update_my_profile',
        input: { avatar_url: 'http://example.com/a.png' },
        answers: refused('invalid_request', { path: 'avatar_url' }),
      },
      {
        tool: 'update_my_profile',
        input: { avatar_url: 'https://example.com/a.png' },
        answers: { ok: true, profile: { avatar_url: 'https://example.com/a.png' } },
      },
      {
        tool: 'update_my_profile',
        input: { avatar_url: '' },
        answers: { ok: true, profile: { avatar_url: null } },
      },
    ],
    marks: ['update_my_profile'],
  },
  {
    says: 'Call me Dora. Undo that, and undo it again if you are not sure.',
    as: 'member',
    at: '/profile',
    calls: [naming('Dora'), undone(0), undone(0, { ok: true, repeated: true })],
    then: async (it) => expect(await it.asMe('/api/profile')).toMatchObject(isNamed('Ada')),
    marks: ['update_my_profile', 'undo_action'],
  },
]
