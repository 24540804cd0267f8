import { expect } from 'vitest'
import { proposal, refused, type Case, type Undoable } from '#tests/clients/case.ts'

const [page, role] = ['/profile', 'member'] as const

/** What somebody with an account calls. */
export const memberCases: Case[] = [
  {
    tool: 'read_page',
    page,
    role,
    input: { path: '/docs/markdown', tone: 'loud' },
    expect: refused('invalid_request'),
  },
  { tool: 'get_my_profile', page, role, input: {}, expect: { ok: true, profile: { role } } },
  {
    tool: 'update_my_profile',
    page,
    role,
    input: ({ unique }) => ({ name: `Ada ${unique}` }),
    expect: { ok: true, profile: { name: expect.stringMatching(/^Ada \w+/) } },
  },
  {
    tool: 'update_my_profile',
    page,
    role,
    input: { theme: 'loud' },
    expect: refused('invalid_request', 'theme'),
  },
  {
    tool: 'ask_assistant',
    page,
    role,
    input: ({ unique }) => ({ question: `How do I create an API key? ${unique}` }),
    expect: { ok: true, status: 'complete', answer: expect.any(String) },
  },
  {
    tool: 'list_my_sessions',
    page,
    role,
    input: { limit: 50 },
    expect: { ok: true, sessions: expect.arrayContaining([expect.objectContaining({ current: true })]) },
  },
  {
    tool: 'undo_action',
    page,
    role,
    async input({ unique, call }) {
      const { undo } = (await call('update_my_profile', { name: `Bea ${unique}` })) as Undoable
      return undo.input
    },
    expect: { ok: true, summary: 'Undone: Changed name of the profile' },
  },
  {
    tool: 'undo_action',
    page,
    role,
    input: { action_id: 'a999' },
    expect: refused('not_found', 'action_id'),
  },
  { tool: 'sign_out', page, role, input: {}, expect: proposal },
]
