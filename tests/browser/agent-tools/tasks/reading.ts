import { expect } from 'vitest'
import {
  confirmed,
  proposed,
  refused,
  type It,
  type Step,
  type Task,
} from '#tests/browser/agent-tools/tasks/task.ts'

const message = (email: string): Step => ({
  tool: 'send_contact_message',
  input: ({ unique }) => ({
    name: 'Ada',
    email,
    subject: unique,
    message: `We would like a key, ${unique}.`,
  }),
  answers: proposed(`Send a message from ${email} to the people who run this site`),
})
const writing = message('ada@example.com')

/** How many messages of a subject that a task made up are in the inbox. */
async function received(it: It) {
  const { body } = await it.asOwner('/api/contact-form-submissions')
  const { submissions } = body as { submissions: { subject: string }[] }
  return submissions.filter(({ subject }) => subject === it.unique).length
}

export const readingTasks: Task[] = [
  {
    says: 'Find out how runners talk to this site, and read all of it to me.',
    as: null,
    at: '/',
    calls: [
      {
        tool: 'search_site',
        input: { query: 'runner protocol', limit: 3 },
        answers: { ok: true, results: expect.arrayContaining([expect.objectContaining({ type: 'doc' })]) },
      },
      {
        tool: 'read_page',
        input: (it) => ({ path: it.told(0).results[0]!.path }),
        answers: { ok: true },
        toTheEnd: true,
      },
    ],
    async then(it) {
      const whole = await it.asReader(`${it.told(0).results[0]!.path}.md`)
      const parts = it.parts(1).map(({ markdown }) => markdown)
      expect(parts.length).toBeGreaterThan(2)
      expect(parts.join('')).toBe(whole.body)
    },
  },
  {
    says: 'Which pages does the documentation have?',
    as: null,
    at: '/docs',
    calls: [
      { tool: 'list_pages', input: { under: '/docs/', limit: 50 }, answers: { ok: true }, toTheEnd: true },
    ],
    async then(it) {
      const pages = it.parts(0).flatMap((part) => part.pages.map(({ path }) => path))
      expect(it.told(0)).toMatchObject({ total: pages.length, next_offset: null })
      expect(new Set(pages).size).toBe(pages.length)
      expect(pages).toContain('/docs/runner-protocol')
      for (const path of [pages[0]!, pages.at(-1)!])
        expect(await it.asReader(path)).toMatchObject({ status: 200 })
    },
  },
  {
    says: 'Is there anything about qqzzxxvv? Otherwise tell me about feeds.',
    as: null,
    at: '/blog',
    calls: [
      {
        tool: 'search_site',
        input: { query: 'qqzzxxvv' },
        answers: { ok: true, total: 0, results: [], hint: 'Try fewer or different words.' },
      },
      {
        tool: 'search_site',
        input: { query: 'feeds' },
        answers: {
          ok: true,
          results: expect.arrayContaining([expect.objectContaining({ path: '/docs/discovery' })]),
        },
      },
    ],
  },
  {
    says: 'What does the page about the markdown say? I forgot where it is.',
    as: null,
    at: '/',
    calls: [
      {
        tool: 'read_page',
        input: { path: '/markdown' },
        answers: refused('not_found', { path: 'path', hint: 'Use search_site or list_pages to find pages.' }),
      },
      {
        tool: 'list_pages',
        input: { under: '/docs/markdown' },
        answers: { ok: true, total: 1, pages: [{ path: '/docs/markdown' }] },
      },
      {
        tool: 'read_page',
        input: (it) => ({ path: it.told(1).pages[0]!.path }),
        answers: {
          ok: true,
          path: '/docs/markdown',
          markdown: expect.stringMatching(/^---\ntitle: "Read the site as Markdown/),
        },
      },
    ],
  },
  {
    says: 'What did they write in the blog about themselves?',
    as: null,
    at: '/blog',
    calls: [
      { tool: 'search_site', input: { query: 'signpost', type: 'post' }, answers: { ok: true } },
      {
        tool: 'read_page',
        input: (it) => ({ path: it.told(0).results[0]!.path }),
        answers: { ok: true, markdown: expect.stringContaining('title:') },
      },
    ],
    async then(it) {
      for (const { type, path } of it.told(0).results)
        expect([type, path]).toEqual(['post', expect.stringMatching(/^\/blog\//)])
    },
  },
  {
    says: 'Give me as many results about keys as there are.',
    as: null,
    at: '/',
    calls: [
      {
        tool: 'search_site',
        input: { query: 'keys', limit: 50 },
        answers: refused('invalid_request', { path: 'limit', hint: 'Correct the field.' }),
      },
      { tool: 'search_site', input: { query: 'keys', limit: 10 }, answers: { ok: true } },
    ],
  },
  {
    says: 'Read me my profile page as a text.',
    as: null,
    at: '/',
    calls: [
      { tool: 'read_page', input: { path: '/profile' }, answers: refused('not_public', { path: 'path' }) },
    ],
  },
  {
    says: 'Write to them that I would like a key. Yes, send it.',
    as: null,
    at: '/contact',
    calls: [
      writing,
      confirmed(0, { ...writing, answers: { ok: true, summary: 'Sent a message from ada@example.com' } }),
      // The answer did not arrive, so the agent calls once more.
      confirmed(0, { ...writing, answers: { ok: true, repeated: true } }),
    ],
    then: async (it) => expect(await received(it)).toBe(1),
    marks: ['send_contact_message'],
  },
  {
    says: 'Write to them from ada at example. No, I meant ada@example.org.',
    as: null,
    at: '/',
    calls: [
      { ...message('ada at example'), answers: refused('invalid_request', { path: 'email' }) },
      message('ada@example.org'),
      confirmed(1, { ...message('ada@example.org'), answers: { ok: true, id: expect.any(String) } }),
    ],
    marks: ['send_contact_message'],
  },
  {
    says: 'Write to them; let me see it first. No, leave it.',
    as: null,
    at: '/contact',
    calls: [writing],
    then: async (it) => expect(await received(it)).toBe(0),
  },
]
