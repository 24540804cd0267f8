import { expect } from 'vitest'
import { aDraft, description } from '#tests/browser/agent-tools/tasks/given.ts'
import { ofEntry, undone, type Task } from '#tests/browser/agent-tools/tasks/task.ts'

export const editingTasks: Task[] = [
  {
    says: 'Which drafts of mine are there? Read me the one about the lamp.',
    as: 'editor',
    at: '/admin/content',
    given: (it) => aDraft({ title: `Lamp ${it.unique}` })(it),
    calls: [
      {
        tool: 'list_entries',
        input: ({ unique }) => ({ type: 'page', status: 'draft', query: `Lamp ${unique}` }),
        answers: ({ given }) => ({ ok: true, total: 1, entries: [{ id: given.id, status: 'draft' }] }),
      },
      {
        tool: 'read_entry',
        input: (it) => ({ type: 'page', id: it.told(0).entries[0]!.id }),
        answers: { ok: true, body: 'We answer on *working days*.\n', live_version: null, next_offset: null },
      },
    ],
  },
  {
    says: 'List every document that there is, please.',
    as: 'editor',
    at: '/admin/content',
    calls: [
      { tool: 'list_entries', input: { type: 'doc', limit: 50 }, answers: { ok: true }, toTheEnd: true },
    ],
    async then(it) {
      const ids = it.parts(0).flatMap((part) => part.entries.map(({ id }) => id))
      expect(it.parts(0).length).toBeGreaterThan(3)
      expect(new Set(ids).size).toBe(ids.length)
      expect(await it.asOwner('/api/cms/doc?limit=1')).toMatchObject({ body: { total: ids.length } })
    },
  },
  {
    says: 'Read me the document about the runner protocol to its end, as it stands in the console.',
    as: 'editor',
    at: '/',
    calls: [
      {
        tool: 'list_entries',
        input: { type: 'doc', query: 'runner protocol', status: 'files' },
        answers: { ok: true, entries: expect.arrayContaining([expect.objectContaining({ version: 0 })]) },
      },
      {
        tool: 'read_entry',
        input: { type: 'doc', id: 'file:runner-protocol' },
        answers: { ok: true },
        toTheEnd: true,
      },
    ],
    async then(it) {
      const body = it.parts(1).map((part) => part.body)
      const whole = await it.asOwner('/api/cms/doc/file:runner-protocol')
      expect(whole).toMatchObject({ body: { entry: { body: body.join('') } } })
    },
  },
  {
    says: 'Shorten the description of the document about discovery. No, leave the file as it was.',
    as: 'editor',
    at: '/admin/content',
    calls: [
      {
        tool: 'update_entry',
        input: { type: 'doc', id: 'file:discovery', description },
        answers: { ok: true, summary: expect.stringMatching(/^Changed description/), entry: { version: 1 } },
      },
      {
        tool: 'read_entry',
        input: (it) => ofEntry(it.told(0)),
        answers: { ok: true, description, id: expect.stringMatching(/^01/) },
      },
      undone(0),
    ],
    async then(it) {
      const file = await it.asOwner('/api/cms/doc/file:discovery')
      expect(file).toMatchObject({ status: 200, body: { entry: { source: 'file', version: 0 } } })
      expect(file).not.toMatchObject({ body: { entry: { description } } })
    },
    marks: ['update_entry', 'undo_action'],
  },
]
