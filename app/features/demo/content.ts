import type { AutomationInput } from '#app/features/automations/schema.ts'

/** Channels of the demo guild, busiest first. `weight` is the share of all messages. */
export const demoChannels = [
  { id: '300000000000000001', name: 'general', weight: 38 },
  { id: '300000000000000002', name: 'help', weight: 21 },
  { id: '300000000000000003', name: 'showcase', weight: 13 },
  { id: '300000000000000004', name: 'off-topic', weight: 11 },
  { id: '300000000000000005', name: 'bot-commands', weight: 9 },
  { id: '300000000000000006', name: 'introductions', weight: 5 },
  { id: '300000000000000007', name: 'announcements', weight: 3 },
] as const

/** Commands of the demo guild. `weight` is the share of all uses. */
export const demoCommands = [
  {
    name: 'ping',
    weight: 30,
    description: 'Checks that the bot responds',
    ephemeral: false,
    options: [],
    response: reply('Pong, {user.mention}!'),
  },
  {
    name: 'help',
    weight: 25,
    description: 'Lists what the bot can do',
    ephemeral: true,
    options: [],
    response: reply('Hello {user.name}. Try /rules, /faq, /roles, /report or /ping.'),
  },
  {
    name: 'rules',
    weight: 18,
    description: 'Shows the rules of this server',
    ephemeral: false,
    options: [],
    response: {
      type: 'embed',
      content: null,
      embed: {
        title: 'Rules',
        description:
          '1. Be kind.\n2. Keep each channel to its subject.\n3. No advertising.\n4. Ask before you mention a role.',
        color: 0x2f6f4f,
      },
    },
  },
  {
    name: 'faq',
    weight: 13,
    description: 'Links to the most common questions',
    ephemeral: false,
    options: [option('topic', 'Topic of your question', false)],
    response: reply('Most answers are in <#300000000000000002>. If yours is missing, ask there.'),
  },
  {
    name: 'roles',
    weight: 8,
    description: 'Explains how to get a role',
    ephemeral: true,
    options: [],
    response: reply('Introduce yourself in <#300000000000000006>, and you get the Newcomer role.'),
  },
  {
    name: 'report',
    weight: 6,
    description: 'Tells the moderators about a problem',
    ephemeral: true,
    options: [option('reason', 'What happened', true)],
    response: reply('Thank you, {user.name}. The moderators will read: {option.reason}'),
  },
]

type Demo = {
  id: string
  name: string
  description: string
  enabled: boolean
  definition: { trigger: { events: string[]; schedule: AutomationInput['trigger']['schedule'] } } & Record<
    string,
    unknown
  >
}

const always = { match: 'all', rules: [] }

/** Automations of the demo guild. */
export const demoAutomations: Demo[] = [
  {
    id: '01JDEM00000000000000000001',
    name: 'Welcome new members',
    description: 'Greets everyone who joins and gives them the Newcomer role.',
    enabled: true,
    definition: {
      trigger: onEvents('MEMBER_JOIN'),
      conditions: { match: 'all', rules: [{ field: 'actor.is_bot', op: 'eq', value: false }] },
      actions: [
        demoAction('greet', 'SEND_MESSAGE', {
          channel_id: '300000000000000006',
          content: 'Welcome, {user.mention}! Say hello here.',
        }),
        demoAction('role', 'ADD_ROLE', { role_id: '400000000000000002', reason: 'New member' }, 2),
      ],
      cooldown: { scope: 'user', seconds: 3600 },
    },
  },
  {
    id: '01JDEM00000000000000000002',
    name: 'Remove invites',
    description: 'Deletes invites to other servers and logs them for the moderators.',
    enabled: true,
    definition: {
      trigger: onEvents('MESSAGE_CREATE', 'MESSAGE_UPDATE'),
      conditions: {
        match: 'all',
        rules: [{ field: 'data.content', op: 'matches', value: 'discord\\.gg/[a-z0-9]+' }],
      },
      actions: [
        demoAction('delete', 'DELETE_MESSAGE', { reason: 'Invite to another server' }),
        demoAction('log', 'LOG_TO_CHANNEL', {
          channel_id: '300000000000000008',
          content: 'Removed an invite by {user.name}.',
        }),
      ],
      cooldown: { scope: 'none', seconds: 0 },
    },
  },
  {
    id: '01JDEM00000000000000000003',
    name: 'Weekly showcase',
    description: 'Asks on Fridays what everyone has made.',
    enabled: true,
    definition: {
      trigger: { events: ['SCHEDULE'], schedule: { cron: '0 16 * * 5', timezone: 'UTC' } },
      conditions: always,
      actions: [
        demoAction('ask', 'SEND_MESSAGE', {
          channel_id: '300000000000000003',
          content: 'It is Friday: what did you make this week?',
        }),
      ],
      cooldown: { scope: 'guild', seconds: 86_400 },
    },
  },
  {
    id: '01JDEM00000000000000000004',
    name: 'Thread for every question',
    description: 'Opens a thread under each message in the help channel.',
    enabled: false,
    definition: {
      trigger: onEvents('MESSAGE_CREATE'),
      conditions: { match: 'all', rules: [{ field: 'channel.id', op: 'eq', value: '300000000000000002' }] },
      actions: [
        demoAction('thread', 'CREATE_THREAD', {
          name: 'Question from {user.name}',
          auto_archive_duration: 1440,
        }),
      ],
      cooldown: { scope: 'user', seconds: 60 },
    },
  },
]

function reply(content: string) {
  return { type: 'message', content, embed: null }
}

/** Builds a Discord option of type 3, which is text. */
function option(name: string, description: string, required: boolean) {
  return { type: 3, name, description, required }
}

function onEvents(...events: string[]) {
  return { events, schedule: null }
}

function demoAction(id: string, type: string, config: Record<string, unknown>, delay_seconds = 0) {
  return { id, type, config, delay_seconds, on_error: 'continue' }
}
