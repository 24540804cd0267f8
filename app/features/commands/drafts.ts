import type { Command, CommandInput } from '#app/features/commands/schema.ts'
import type { CommandOption } from '#app/features/commands/options.ts'
import { pick } from '#app/primitives/objects.ts'

/** Command that is being edited, possibly incomplete. */
export type CommandDraft = Omit<CommandInput, 'options'> & { options: CommandOption[] }

const empty: CommandDraft = {
  type: 1,
  name: '',
  description: '',
  enabled: true,
  options: [],
  default_member_permissions: null,
  contexts: [0],
  ephemeral: false,
  defer: false,
  cooldown_seconds: 0,
  response: { type: 'message', content: '', embed: null },
  actions: [],
  components: [],
  modal: null,
  allowed_mentions: [],
}

type Template = { id: string; title: string; description: string; draft: CommandDraft }

/** Templates for new commands. The first template is the default. */
export const commandTemplates: readonly [Template, ...Template[]] = [
  {
    id: 'answer',
    title: 'Text response',
    description: 'A slash command with a text response. Suitable for most commands.',
    draft: {
      ...empty,
      name: 'hello',
      description: 'Says hello',
      response: { type: 'message', content: 'Hello, {user.mention}!', embed: null },
    },
  },
  {
    id: 'embed',
    title: 'Embed response',
    description:
      'A formatted response with a title, a colored edge and fields in columns. Suitable for rules and links.',
    draft: {
      ...empty,
      name: 'rules',
      description: 'Shows the rules of this server',
      response: {
        type: 'embed',
        content: null,
        embed: {
          title: 'The rules',
          description: 'There are only three rules, so they are easy to remember.',
          color: 0xffcb05,
          fields: [
            { name: 'Be kind', value: 'Criticize the argument, not the person.' },
            { name: 'Stay on topic', value: 'Each channel has its own topic.' },
            { name: 'Ask first', value: 'Ask before you advertise or message strangers.' },
          ],
        },
      },
    },
  },
  {
    id: 'option',
    title: 'Command with an option',
    description:
      'A slash command with an option. The sample option offers three topics, and the response uses the selected topic.',
    draft: {
      ...empty,
      name: 'faq',
      description: 'Explains common topics',
      options: [
        {
          type: 3,
          name: 'topic',
          description: 'Topic to explain',
          required: true,
          choices: [
            { name: 'How to get a role', value: 'roles' },
            { name: 'Where to get help', value: 'help' },
            { name: 'When we meet', value: 'meetings' },
          ],
        },
      ],
      ephemeral: true,
      response: {
        type: 'message',
        content: 'You asked about **{option.topic}**. The answer is pinned in {channel.mention}.',
        embed: null,
      },
    },
  },
  {
    id: 'form',
    title: 'Command with a form',
    description:
      'A form that opens before the response. Responses and automations can use the submitted values.',
    draft: {
      ...empty,
      name: 'suggest',
      description: 'Sends a suggestion to the moderators',
      ephemeral: true,
      modal: {
        title: 'Your suggestion',
        fields: [
          {
            id: 'title',
            label: 'Summary',
            style: 'short',
            required: true,
            placeholder: 'A channel for recipes',
            max_length: 100,
          },
          {
            id: 'why',
            label: 'Why?',
            style: 'paragraph',
            required: false,
            placeholder: null,
            max_length: 1000,
          },
        ],
      },
      response: {
        type: 'message',
        content: 'Thank you, {user.name}. We have noted “{field.title}”.',
        embed: null,
      },
    },
  },
  {
    id: 'user',
    title: 'User command',
    description: 'An entry in a member’s Apps menu. User commands have no options.',
    draft: {
      ...empty,
      type: 2,
      name: 'Say hello',
      response: { type: 'message', content: '{user.mention} waves at {target.mention}.', embed: null },
    },
  },
  {
    id: 'message',
    title: 'Message command',
    description: 'An entry in a message’s Apps menu. The response can quote the message.',
    draft: {
      ...empty,
      type: 3,
      name: 'Report',
      ephemeral: true,
      response: {
        type: 'message',
        content: 'Thank you. The moderators will look at {target.url}:\n> {target.content}',
        embed: null,
      },
    },
  },
]

/** Names of the editable parts of a command. */
export const authoredNames = Object.keys(empty) as (keyof CommandDraft)[]

/** Returns the editable parts of a command. */
export const authoredParts = (command: Command) => pick(command, authoredNames) as CommandDraft

/** Returns a disabled copy of a command with a different name, as a draft. */
export function copyCommand(command: Command): CommandDraft {
  const draft = authoredParts(command)
  const suffix = draft.type === 1 ? '-copy' : ' copy'
  return { ...draft, name: draft.name.slice(0, 32 - suffix.length) + suffix, enabled: false }
}
