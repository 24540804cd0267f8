import { expect } from 'vitest'
import { refused, proposal, type Case } from '#tests/clients/case.ts'
import { consoleCases } from '#tests/clients/cases-console.ts'
import { memberCases } from '#tests/clients/cases-members.ts'

/** What every client calls, twice. Calls of nobody come first: a client signs in, and out at the end. */
export const cases: Case[] = [
  {
    tool: 'search_site',
    page: '/',
    role: null,
    input: { query: 'runner protocol', limit: 3 },
    expect: {
      ok: true,
      results: expect.arrayContaining([expect.objectContaining({ path: '/docs/runner-protocol' })]),
    },
  },
  {
    tool: 'search_site',
    page: '/',
    role: null,
    input: { query: 'runner protocol', limit: 11 },
    expect: refused('invalid_request', 'limit'),
  },
  {
    tool: 'list_pages',
    page: '/docs/markdown',
    role: null,
    input: { under: '/docs/', limit: 5 },
    expect: { ok: true, pages: { length: 5 }, next_offset: 5 },
  },
  {
    tool: 'send_contact_message',
    page: '/docs/markdown',
    role: null,
    input: ({ unique }) => ({ name: 'Ada', email: 'ada@example.com', message: `A key, please: ${unique}` }),
    expect: proposal,
  },
  {
    tool: 'read_page',
    page: '/docs/markdown',
    role: null,
    input: { path: '/docs/runner-protocol' },
    expect: { ok: true, markdown: expect.stringMatching(/^---\ntitle:/), next_offset: expect.any(Number) },
  },
  {
    tool: 'read_page',
    page: '/docs/markdown',
    role: null,
    input: { path: '/docs/no-such-page' },
    expect: refused('not_found', 'path'),
  },
  {
    tool: 'read_page',
    page: '/docs/markdown',
    role: null,
    input: {},
    expect: refused('invalid_request', 'path'),
  },
  ...memberCases,
  ...consoleCases,
]
