import type { AutomationInput } from '#app/features/automations/schema.ts'

/** Template of an automation, in which the author fills in values such as channel ids. */
type Template = { slug: string; about: string; input: AutomationInput }

type Rules = AutomationInput['conditions']['rules']
type Actions = AutomationInput['actions']

const blank = (name: string, over: Partial<AutomationInput>): AutomationInput => ({
  name,
  description: null,
  enabled: false,
  trigger: { events: [], schedule: null },
  conditions: { match: 'all', rules: [] },
  actions: [],
  cooldown: { scope: 'none', seconds: 0 },
  ...over,
})
const on = (...events: AutomationInput['trigger']['events']) => ({ events, schedule: null })
const when = (...rules: Rules) => ({ match: 'all' as const, rules })
const act = (
  id: string,
  type: Actions[number]['type'],
  config: Record<string, unknown>,
): Actions[number] => ({
  id,
  type,
  config,
  delay_seconds: 0,
  on_error: 'stop',
})

const notABot: Rules[number] = { field: 'actor.is_bot', op: 'eq', value: false }

export const templates: readonly Template[] = [
  {
    slug: 'welcome',
    about: 'Greets new members in a channel and gives them a role.',
    input: blank('Welcome new members', {
      trigger: on('MEMBER_JOIN'),
      conditions: when(notABot),
      actions: [
        act('greet', 'SEND_MESSAGE', { channel_id: '', content: 'Welcome, {user.mention}! Say hello here.' }),
        act('role', 'ADD_ROLE', { role_id: '', reason: 'New member' }),
      ],
      cooldown: { scope: 'user', seconds: 3600 },
    }),
  },
  {
    slug: 'invitations',
    about: 'Deletes invites to other servers and notifies the moderators.',
    input: blank('Remove invites', {
      trigger: on('MESSAGE_CREATE', 'MESSAGE_UPDATE'),
      conditions: when(notABot, {
        field: 'data.content',
        op: 'matches',
        value: '(?i)discord(\\.gg|(app)?\\.com/invite)/[a-z0-9-]+',
      }),
      actions: [
        act('delete', 'DELETE_MESSAGE', { reason: 'Invite to another server' }),
        act('log', 'LOG_TO_CHANNEL', {
          content: 'Removed an invite by {user.name} in {channel.mention}.',
        }),
      ],
    }),
  },
  {
    slug: 'weekly',
    about: 'Sends the same message at the same time every week.',
    input: blank('Weekly post', {
      trigger: { events: ['SCHEDULE'], schedule: { cron: '0 16 * * 5', timezone: 'UTC' } },
      actions: [
        act('post', 'SEND_MESSAGE', {
          channel_id: '',
          content: 'It is Friday: what did you make this week?',
        }),
      ],
    }),
  },
  {
    slug: 'threads',
    about: 'Opens a thread under every message in a question channel.',
    input: blank('Thread for every question', {
      trigger: on('MESSAGE_CREATE'),
      conditions: when(notABot, { field: 'channel.id', op: 'eq', value: '' }),
      actions: [
        act('thread', 'CREATE_THREAD', { name: 'Question from {user.name}', auto_archive_duration: 1440 }),
      ],
      cooldown: { scope: 'user', seconds: 60 },
    }),
  },
  {
    slug: 'ticket',
    about: 'Opens a thread for a member who presses the ticket button, and notifies the moderators.',
    input: blank('Ticket button', {
      trigger: on('BUTTON_CLICK'),
      conditions: when({ field: 'data.control', op: 'eq', value: 'ticket' }),
      actions: [
        act('thread', 'CREATE_THREAD', { name: 'Ticket of {user.name}', auto_archive_duration: 4320 }),
        act('log', 'LOG_TO_CHANNEL', { content: '{user.mention} has opened a ticket.' }),
      ],
      cooldown: { scope: 'user', seconds: 300 },
    }),
  },
  {
    slug: 'announcements',
    about: 'Announces new posts of the site with their share image.',
    input: blank('Announce new posts', {
      trigger: on('ENTRY_PUBLISHED'),
      conditions: when({ field: 'data.kind', op: 'eq', value: 'post' }),
      actions: [
        act('announce', 'SEND_MESSAGE', {
          channel_id: '',
          embed: {
            title: '{event.data.title}',
            description: '{event.data.description}',
            url: '{event.data.url}',
            image: { url: '{event.data.image_url}' },
          },
        }),
      ],
    }),
  },
]

/** Returns the template with this slug, or an empty automation. */
export const templateOf = (slug: string | null): AutomationInput =>
  templates.find((template) => template.slug === slug)?.input ?? blank('', {})
