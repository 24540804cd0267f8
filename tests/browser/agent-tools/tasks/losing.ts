import { expect } from 'vitest'
import { aCommand, aDraft } from '#tests/browser/agent-tools/tasks/given.ts'
import { proposed, refused, type Task } from '#tests/browser/agent-tools/tasks/task.ts'
import { GUILD } from '#tests/clients/site.ts'

const guild_id = GUILD

/** What was so when the person asked is not so any more. */
export const losingTasks: Task[] = [
  {
    says: 'Change my name. Somebody has just signed me out everywhere.',
    as: 'member',
    at: '/profile',
    calls: [
      { tool: 'get_my_profile', answers: { ok: true } },
      {
        tool: 'update_my_profile',
        meanwhile: ({ site, me }) => site.revoke(me!),
        input: { name: 'Eve' },
        answers: refused('unauthorized', { hint: expect.stringContaining('/login') }),
      },
      { tool: 'update_my_profile', answers: 'not offered' },
      { tool: 'search_site', input: { query: 'sign in' }, answers: { ok: true } },
    ],
    then: ({ site, me }) =>
      expect(site.arrange('GET', `/api/users/${me!.id}`)).resolves.toMatchObject({ user: { name: 'Ada' } }),
  },
  {
    says: 'Read me the settings. Somebody has just taken the server from me.',
    as: 'member',
    at: `/admin/guilds/${GUILD}/settings`,
    given: async ({ site, me }) => {
      await site.arrange('PUT', `/api/guilds/${GUILD}/managers/${me!.id}`)
      return { id: me!.id, version: 0, name: '' }
    },
    calls: [
      { tool: 'read_settings', input: { guild_id }, answers: { ok: true } },
      {
        tool: 'read_settings',
        meanwhile: ({ site, me }) => site.arrange('DELETE', `/api/guilds/${GUILD}/managers/${me!.id}`),
        input: { guild_id },
        answers: refused('forbidden'),
      },
    ],
  },
  {
    says: 'Save the command as I saw it, whatever others did.',
    as: 'manager',
    at: `/admin/guilds/${GUILD}/commands`,
    given: aCommand,
    calls: [
      {
        tool: 'save_command',
        meanwhile: ({ site, given }) =>
          site.arrange(
            'PUT',
            `/api/guilds/${GUILD}/commands/${given.id}`,
            { name: given.name, description: 'Quicker', response: { content: 'At eight.' } },
            1,
          ),
        input: ({ given }) => ({ guild_id, id: given.id, version: 1, description: 'Later' }),
        answers: refused('precondition_failed', { hint: expect.stringMatching(/^The current version is 2/) }),
      },
      {
        tool: 'save_command',
        input: ({ given }) => ({ guild_id, id: given.id, version: 2, description: 'Later' }),
        answers: proposed(expect.any(String), {
          from: { description: 'Quicker' },
          to: { description: 'Later' },
        }),
      },
    ],
  },
  {
    says: 'Take back what I did to the page, though somebody has gone on with it.',
    as: 'editor',
    at: '/admin/content',
    given: aDraft(),
    calls: [
      {
        tool: 'update_entry',
        input: ({ given }) => ({ type: 'page', id: given.id, title: 'Mine' }),
        answers: { ok: true },
      },
      {
        tool: 'undo_action',
        meanwhile: ({ site, given, unique }) =>
          site.arrange('PUT', `/api/cms/page/${given.id}`, { slug: `t-${unique}`, title: 'Theirs' }, 2),
        input: (it) => it.told(0).undo.input,
        answers: refused('precondition_failed'),
      },
    ],
    then: async (it) =>
      expect(await it.asOwner(`/api/cms/page/${it.given.id}`)).toMatchObject({
        body: { entry: { title: 'Theirs' } },
      }),
    marks: ['update_entry'],
  },
]
