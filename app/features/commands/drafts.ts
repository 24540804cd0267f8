import type { Command, CommandInput } from '#app/features/commands/schema.ts'
import type { CommandOption } from '#app/features/commands/options.ts'

/** A command while it is written: the parts of one, in whatever state they are. */
export type CommandDraft = Omit<CommandInput, 'options'> & { options: CommandOption[] }

/** A command that says nothing yet. */
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

/** What a new command can begin with. The first is the one for whoever does not choose. */
export const commandTemplates: readonly [Template, ...Template[]] = [
  {
    id: 'answer',
    title: 'An answer',
    description: 'Somebody types a slash and its name, and the bot says one thing. Most commands are this.',
    draft: {
      ...empty,
      name: 'hello',
      description: 'Says hello',
      response: { type: 'message', content: 'Hello, {user.mention}!', embed: null },
    },
  },
  {
    id: 'embed',
    title: 'An embed',
    description:
      'An answer set apart: a title, a coloured edge, fields in columns. Good for rules and addresses.',
    draft: {
      ...empty,
      name: 'rules',
      description: 'Shows the rules of this server',
      response: {
        type: 'embed',
        content: null,
        embed: {
          title: 'The rules',
          description: 'Three of them, so that everybody can keep them in mind.',
          color: 0xffcb05,
          fields: [
            { name: 'Be kind', value: 'Talk about what was said, not about who said it.' },
            { name: 'Stay on the subject', value: 'Each channel has its own.' },
            { name: 'Ask first', value: 'Before you advertise, and before you write to strangers.' },
          ],
        },
      },
    },
  },
  {
    id: 'option',
    title: 'With an option',
    description: 'It asks for something first, here for one of three topics, and the answer uses it.',
    draft: {
      ...empty,
      name: 'faq',
      description: 'Answers what is asked most',
      options: [
        {
          type: 3,
          name: 'topic',
          description: 'What you would like to know',
          required: true,
          choices: [
            { name: 'How to get a role', value: 'roles' },
            { name: 'Where to ask for help', value: 'help' },
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
    title: 'With a form',
    description:
      'A form opens before the answer. What was filled in can be said back, and starts automations.',
    draft: {
      ...empty,
      name: 'suggest',
      description: 'Suggests something to the moderators',
      ephemeral: true,
      modal: {
        title: 'Your suggestion',
        fields: [
          {
            id: 'title',
            label: 'In one line',
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
    title: 'On a user',
    description: 'It stands in the menu of a member: right-click, Apps, and its name. It has no options.',
    draft: {
      ...empty,
      type: 2,
      name: 'Say hello',
      response: { type: 'message', content: '{user.mention} waves at {target.mention}.', embed: null },
    },
  },
  {
    id: 'message',
    title: 'On a message',
    description: 'It stands in the menu of a message, and its answer can quote the message.',
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

/** The parts of a command that its author writes. */
export function authoredParts(command: Command): CommandDraft {
  const names = Object.keys(empty) as (keyof CommandDraft)[]
  return Object.fromEntries(names.map((name) => [name, command[name]])) as CommandDraft
}

/** A copy to begin a new command with: it is off, and called otherwise. */
export function copyCommand(command: Command): CommandDraft {
  const draft = authoredParts(command)
  const suffix = draft.type === 1 ? '-copy' : ' copy'
  return { ...draft, name: draft.name.slice(0, 32 - suffix.length) + suffix, enabled: false }
}
