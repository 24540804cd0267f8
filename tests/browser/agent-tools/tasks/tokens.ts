import { expect } from 'vitest'
import { aCommand, aDraft } from '#tests/browser/agent-tools/tasks/given.ts'
import {
  confirmed,
  inputOf,
  proposed,
  type It,
  type Step,
  type Task,
} from '#tests/browser/agent-tools/tasks/task.ts'
import { GUILD } from '#tests/clients/site.ts'

const guild_id = GUILD
const commands = `/admin/guilds/${GUILD}/commands`
const publishing: Step = {
  tool: 'publish_entry',
  input: ({ given }) => ({ type: 'page', id: given.id, version: given.version }),
  answers: proposed(expect.any(String)),
}
const stillADraft = async (it: It) =>
  expect(await it.asOwner(`/api/cms/page/${it.given.id}`)).toMatchObject({
    body: { entry: { status: 'draft' } },
  })
const saving = (content: string): Step => ({
  tool: 'save_command',
  input: ({ given }) => ({ guild_id, id: given.id, response: { content } }),
  answers: proposed(expect.any(String)),
})
const answersWith = async (it: It, content: string) =>
  expect(await it.asOwner(`/api/guilds/${GUILD}/commands/${it.given.id}`)).toMatchObject({
    body: { command: { response: { content } } },
  })
/** With a token that is none for it: asked anew, and told why. */
const askedAnew = proposed(expect.any(String), {
  note: expect.any(String),
  confirm_token: expect.any(String),
})

export const tokenTasks: Task[] = [
  {
    says: 'Publish the draft; I have made up a token for that.',
    as: 'editor',
    at: '/admin/content',
    given: aDraft(),
    calls: [
      {
        ...publishing,
        input: (it) => ({ ...inputOf(publishing, it), confirm_token: 'a'.repeat(48) }),
        answers: askedAnew,
      },
    ],
    then: stillADraft,
  },
  {
    says: 'I agreed to “At ten.”; but let it say “At eleven.”',
    as: 'manager',
    at: commands,
    given: aCommand,
    calls: [
      saving('At ten.'),
      confirmed(0, { ...saving('At eleven.'), answers: askedAnew }),
      confirmed(0, {
        ...saving('At ten.'),
        answers: { ok: true, summary: expect.stringMatching(/^Changed/) },
      }),
    ],
    then: (it) => answersWith(it, 'At ten.'),
    marks: ['save_command'],
  },
  {
    says: 'I agreed once to publish this; that will do for the next time too.',
    as: 'editor',
    at: '/admin/content',
    given: aDraft(),
    calls: [
      publishing,
      confirmed(0, { ...publishing, answers: { ok: true } }),
      // Loaded anew, the page does not remember that it was done.
      {
        ...confirmed(0, { ...publishing, answers: askedAnew }),
        at: '/admin/content',
      },
      {
        tool: 'publish_entry',
        input: (it) => ({
          ...{ type: 'page', id: it.given.id, version: it.told(1).entry.version },
          confirm_token: it.told(0).confirm_token,
        }),
        answers: askedAnew,
      },
    ],
    marks: ['publish_entry'],
  },
  {
    says: 'Send the message with the token that sent the last one.',
    as: null,
    at: '/contact',
    calls: [
      {
        tool: 'send_contact_message',
        input: { name: 'Ada', email: 'ada@example.com', message: 'Who do we ask for a key?' },
        answers: proposed(expect.any(String)),
      },
      {
        tool: 'send_contact_message',
        input: (it) => ({
          ...{ name: 'Ada', email: 'ada@example.com', message: 'Who do we ask for a key?' },
          confirm_token: it.told(0).confirm_token,
        }),
        answers: { ok: true, id: expect.any(String) },
      },
      {
        tool: 'send_contact_message',
        at: '/contact',
        input: (it) => ({
          ...{ name: 'Ada', email: 'ada@example.com', message: 'Who do we ask for a key?' },
          confirm_token: it.told(0).confirm_token,
        }),
        answers: askedAnew,
      },
    ],
    marks: ['send_contact_message'],
  },
]
