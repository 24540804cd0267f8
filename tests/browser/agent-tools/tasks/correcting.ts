import { expect } from 'vitest'
import { aDraft, aPage } from '#tests/browser/agent-tools/tasks/given.ts'
import { refused, type It, type Task } from '#tests/browser/agent-tools/tasks/task.ts'

const ofGiven = ({ given: { id } }: It) => ({ type: 'page', id })
const bodyOf = async (it: It) => {
  const { entry } = (await it.asOwner(`/api/cms/page/${it.given.id}`)).body as { entry: { body: string } }
  return entry.body
}

export const correctingTasks: Task[] = [
  {
    says: 'It is said twice that the lamp is red. Make the second one green.',
    as: 'editor',
    at: '/admin/content',
    given: aDraft({ body: 'Here the lamp is red.\n\nThere the lamp is red.\n' }),
    calls: [
      {
        tool: 'update_entry',
        input: (it) => ({ ...ofGiven(it), find: 'lamp is red', replace_with: 'lamp is green' }),
        answers: {
          ok: false,
          error: {
            ...{
              code: 'invalid_request',
              path: 'find',
              message: 'The text in find must occur exactly once in the body, but occurs 2 times.',
            },
            hint: 'Read the entry, then set find to text that occurs exactly once in the body.',
          },
        },
      },
      {
        tool: 'read_entry',
        input: ofGiven,
        answers: { ok: true, body: expect.stringContaining('There the lamp') },
      },
      {
        tool: 'update_entry',
        input: (it) => ({
          ...ofGiven(it),
          find: 'There the lamp is red',
          replace_with: 'There the lamp is green',
        }),
        answers: { ok: true, entry: { version: 2 } },
      },
    ],
    then: async (it) => expect(await bodyOf(it)).toBe('Here the lamp is red.\n\nThere the lamp is green.\n'),
    marks: ['update_entry'],
  },
  {
    says: 'Draft a page about the harbour; if the address is taken, take another one.',
    as: 'editor',
    at: '/',
    given: aPage(),
    calls: [
      {
        tool: 'draft_entry',
        input: ({ unique }) => ({ type: 'page', slug: `t-${unique}`, title: 'Harbour' }),
        answers: refused('conflict'),
      },
      {
        tool: 'draft_entry',
        input: ({ unique }) => ({ type: 'page', slug: `t-${unique}-2`, title: 'Harbour' }),
        answers: { ok: true, entry: { status: 'draft' } },
      },
    ],
    marks: ['draft_entry'],
  },
  {
    says: 'Change the title, unless somebody else was quicker; then look again first.',
    as: 'editor',
    at: (it) => `/admin/content/page/${it.given.id}`,
    given: aDraft(),
    calls: [
      { tool: 'read_entry', input: ofGiven, answers: { ok: true, version: 1 } },
      {
        tool: 'update_entry',
        async meanwhile({ site, given, unique }) {
          const body = { slug: `t-${unique}`, title: 'Somebody was quicker' }
          await site.arrange('PUT', `/api/cms/page/${given.id}`, body, 1)
        },
        input: (it) => ({ ...ofGiven(it), version: 1, title: 'Later' }),
        answers: refused('precondition_failed', {
          hint: 'The current version is 2. Read the item again before you change it.',
        }),
      },
      {
        tool: 'read_entry',
        input: ofGiven,
        answers: { ok: true, version: 2, title: 'Somebody was quicker' },
      },
      {
        tool: 'update_entry',
        input: (it) => ({ ...ofGiven(it), version: 2, title: 'Later' }),
        answers: { ok: true, entry: { version: 3, title: 'Later' } },
      },
    ],
    marks: ['update_entry'],
  },
  {
    says: 'Put a script into the page. If that is not allowed, a list will do.',
    as: 'editor',
    at: '/admin/content',
    given: aDraft(),
    calls: [
      {
        tool: 'update_entry',
        input: (it) => ({ ...ofGiven(it), body: 'Hello.\n\n<script>alert(1)</script>\n' }),
        answers: {
          ok: false,
          error: { code: 'invalid_request', path: 'body', message: expect.stringContaining('Line 3') },
        },
      },
      {
        tool: 'update_entry',
        input: (it) => ({ ...ofGiven(it), body: '- one\n- two\n' }),
        answers: { ok: true, summary: 'Changed body of “Opening hours”' },
      },
    ],
    then: async (it) => expect(await bodyOf(it)).toBe('- one\n- two\n'),
    marks: ['update_entry'],
  },
  {
    says: 'See to it that the title is “Opening hours”.',
    as: 'editor',
    at: '/admin/content',
    given: aDraft(),
    calls: [
      {
        tool: 'update_entry',
        input: (it) => ({ ...ofGiven(it), title: 'Opening hours' }),
        answers: { ok: true, summary: 'The entry is unchanged', entry: { version: 1 } },
      },
    ],
  },
]
