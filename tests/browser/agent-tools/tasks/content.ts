import { expect } from 'vitest'
import { aDraft, aPage, description } from '#tests/browser/agent-tools/tasks/given.ts'
import {
  confirmed,
  ofEntry,
  proposed,
  refused,
  undone,
  type Step,
  type Task,
} from '#tests/browser/agent-tools/tasks/task.ts'

const drafting: Step = {
  tool: 'draft_entry',
  input: ({ unique }) => ({
    ...{ type: 'page', slug: `t-${unique}`, title: 'Opening hours', description },
    body: 'We answer on *working days*, from nine to five.\n',
  }),
  answers: { ok: true, entry: { status: 'draft', version: 1 } },
}
/** Publishes what the call before told of. */
const publishing = (nth: number): Step => ({
  tool: 'publish_entry',
  input: (it) => ({ ...ofEntry(it.told(nth)), version: it.told(nth).entry.version }),
  answers: proposed(expect.stringMatching(/^Publish “/)),
})
const post: Step = {
  tool: 'draft_entry',
  input: ({ unique }) => ({
    ...{
      type: 'post',
      slug: `t-${unique}`,
      title: `News of ${unique}`,
      description,
      body: 'We have *news*.\n',
    },
    ...{ tags: ['news'], author: 'Ada Lovelace', published_on: '2026-11-20' },
  }),
  answers: { ok: true },
}
const published = { ok: true, summary: expect.stringMatching(/^Published “/), entry: { status: 'published' } }

export const contentTasks: Task[] = [
  {
    says: 'Write a page with our opening hours, six instead of five, and publish it. No, take it off again.',
    as: 'editor',
    at: '/admin/content',
    calls: [
      drafting,
      {
        tool: 'update_entry',
        input: (it) => ({ ...ofEntry(it.told(0)), version: 1, find: 'to five', replace_with: 'to six' }),
        answers: { ok: true, summary: 'Changed body of “Opening hours”', entry: { version: 2 } },
      },
      publishing(1),
      confirmed(2, { ...publishing(1), answers: published }),
      {
        tool: 'read_page',
        input: (it) => ({ path: it.told(3).entry.path }),
        answers: { ok: true, markdown: expect.stringContaining('from nine to six') },
      },
      {
        ...undone(3),
        async meanwhile(it) {
          const reader = await it.asReader(it.told(3).entry.path)
          expect(reader).toMatchObject({ status: 200, body: expect.stringContaining('from nine to six') })
        },
      },
    ],
    async then(it) {
      expect(await it.asReader(it.told(3).entry.path)).toMatchObject({ status: 404 })
      const entry = { status: 'draft', live_version: null }
      expect(await it.asOwner(`/api/cms/page/${it.told(0).entry.id}`)).toMatchObject({ body: { entry } })
    },
    marks: ['draft_entry', 'update_entry', 'publish_entry', 'undo_action'],
  },
  {
    says: 'Draft a page with our hours. Did that work? Draft it again if not.',
    as: 'editor',
    at: '/',
    calls: [drafting, { ...drafting, answers: { ok: true, repeated: true } }],
    async then(it) {
      expect(it.told(1).entry).toEqual(it.told(0).entry)
      expect(await it.asOwner(`/api/cms/page?q=t-${it.unique}`)).toMatchObject({ body: { total: 1 } })
    },
    marks: ['draft_entry'],
  },
  {
    says: 'Draft a page with our hours. No, throw it away.',
    as: 'editor',
    at: '/admin/content',
    calls: [
      drafting,
      undone(0),
      { tool: 'read_entry', input: (it) => ofEntry(it.told(0)), answers: refused('not_found') },
    ],
    then: async (it) =>
      expect(await it.asOwner(`/api/cms/page/${it.told(0).entry.id}`)).toMatchObject({ status: 404 }),
    marks: ['draft_entry', 'undo_action'],
  },
  {
    says: 'Post the news in the blog, dated the twentieth.',
    as: 'editor',
    at: '/admin/content',
    calls: [post, publishing(0), confirmed(1, { ...publishing(0), answers: published })],
    async then(it) {
      const words = [`News of ${it.unique}`, 'Ada Lovelace', '2026-11-20']
      for (const word of words)
        expect((await it.asReader(`/blog/t-${it.unique}`)).body).toEqual(expect.stringContaining(word))
      expect((await it.asReader('/blog')).body).toEqual(expect.stringContaining(words[0]!))
    },
    marks: ['draft_entry', 'publish_entry'],
  },
  {
    says: 'Give the page another title and let me see both before readers do. Now publish; no, back to the old one.',
    as: 'editor',
    at: (it) => `/admin/content/page/${it.given.id}`,
    given: aPage(),
    calls: [
      {
        tool: 'update_entry',
        input: (it) => ({ type: 'page', id: it.given.id, title: `Hours ${it.unique}` }),
        answers: { ok: true, entry: { status: 'published' } },
      },
      {
        ...publishing(0),
        async meanwhile(it) {
          expect((await it.asReader(`/t-${it.unique}`)).body).toEqual(
            expect.stringContaining('Opening hours'),
          )
        },
        answers: proposed(expect.any(String), {
          replaces: expect.stringContaining('which is published now'),
        }),
      },
      confirmed(1, { ...publishing(0), answers: published }),
      {
        ...undone(2, proposed(expect.stringMatching(/^Undo: Published/))),
        async meanwhile(it) {
          expect((await it.asReader(`/t-${it.unique}`)).body).toEqual(
            expect.stringContaining(`Hours ${it.unique}`),
          )
        },
      },
      confirmed(3, undone(2, { ok: true, summary: expect.stringMatching(/^Undone: Published/) })),
    ],
    then: async (it) =>
      expect((await it.asReader(`/t-${it.unique}`)).body).toEqual(expect.stringContaining('Opening hours')),
    marks: ['update_entry', 'publish_entry', 'undo_action'],
  },
  {
    says: 'Publish the draft. What is wrong? Then correct that, and publish.',
    as: 'editor',
    at: '/admin/content',
    given: aDraft({ description: 'Too short.' }),
    calls: [
      {
        tool: 'publish_entry',
        input: (it) => ({ type: 'page', id: it.given.id, version: it.given.version }),
        answers: proposed(expect.any(String)),
      },
      {
        tool: 'publish_entry',
        input: (it) => ({
          ...{ type: 'page', id: it.given.id, version: it.given.version },
          confirm_token: it.told(0).confirm_token,
        }),
        answers: refused('invalid_request', { path: 'description' }),
      },
      {
        tool: 'update_entry',
        input: (it) => ({ type: 'page', id: it.given.id, description }),
        answers: { ok: true, summary: 'Changed description of “Opening hours”' },
      },
      publishing(2),
      confirmed(3, { ...publishing(2), answers: published }),
    ],
    then: async (it) => expect(await it.asReader(`/t-${it.unique}`)).toMatchObject({ status: 200 }),
    marks: ['update_entry', 'publish_entry'],
  },
]
