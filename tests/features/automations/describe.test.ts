import { Cron } from 'croner'
import { expect, test } from 'vitest'
import { actionTypes } from '#app/features/actions/action-types.ts'
import { actionConfigs } from '#app/features/actions/schema.ts'
import { actionLabels, configFields } from '#app/features/actions/config-fields.ts'
import { describeCron } from '#app/features/automations/schedule/describe-cron.ts'
import { orderedEvents } from '#app/features/events/labels.ts'
import { eventFieldNames, sampleEvent } from '#app/features/automations/samples.ts'
import { templateOf, templates } from '#app/features/automations/templates.ts'
import { describeAutomation, formatDuration, describeRule } from '#app/features/automations/describe.ts'
import { eventTypes, gatewayEvent } from '#app/features/events/schema.ts'

const nothing = templateOf(null)

test('an automation is told in a sentence', () => {
  expect(describeAutomation(templateOf('welcome'))).toBe(
    'When a member joins, if the member is not a bot, send a message and add a role. At most once an hour for each user.',
  )
  expect(describeAutomation(templateOf('weekly'))).toBe('Every Friday at 16:00, send a message.')
  expect(describeAutomation(nothing)).toBe('Choose an event and add an action.')
  const { actions, trigger } = templateOf('welcome')
  expect(describeAutomation({ ...nothing, actions })).toBe(
    'Choose an event. When it occurs, send a message and add a role.',
  )
  expect(describeAutomation({ ...nothing, trigger })).toBe(
    'When a member joins, nothing happens yet. Add an action.',
  )
})

test('a sentence names delays, several triggers, and rules of which one is enough', () => {
  const [greet] = templateOf('welcome').actions
  expect(
    describeAutomation({
      trigger: {
        events: ['MESSAGE_CREATE', 'SCHEDULE', 'REACTION_ADD'],
        schedule: { cron: '*/5 * * * *', timezone: 'Europe/Paris' },
      },
      conditions: {
        match: 'any',
        rules: [
          { field: 'data.content', op: 'contains', value: 'help' },
          { field: 'channel.id', op: 'in', value: ['1', '2'] },
        ],
      },
      actions: [{ ...greet!, delay_seconds: 90 }],
      cooldown: { scope: 'channel', seconds: 172_800 },
    }),
  ).toBe(
    'Every 5 minutes (Europe/Paris), and when a message is sent or a user reacts to a message, ' +
      'if the message text contains “help” or the channel is one of “1” or “2”, 90 seconds later send a message. ' +
      'At most once in 2 days for each channel.',
  )
})

test.each([
  [{ field: 'actor.is_bot', op: 'neq', value: false }, 'the member is a bot'],
  [{ field: 'actor.is_bot', op: 'eq', value: 'false' }, 'the member is not a bot'],
  [{ field: 'data.failed', op: 'eq', value: true }, 'the command failed'],
  [{ field: 'actor.is_bot', op: 'not_in', value: ['true'] }, 'the member is not a bot'],
  [{ field: 'actor.is_bot', op: 'in', value: [true, false] }, '“Member is a bot” is one of yes or no'],
  [{ field: 'actor.is_bot', op: 'gte', value: 1 }, '“Member is a bot” is at least “1”'],
  [{ field: 'data.length', op: 'gt', value: 20 }, 'the message length is greater than 20'],
  [{ field: 'type', op: 'eq', value: 'MEMBER_JOIN' }, 'the event is “A member joins”'],
  [{ field: 'data.url', op: 'starts_with', value: 'https:' }, 'the URL begins with “https:”'],
  [{ field: 'data.options.loud', op: 'eq', value: true }, 'the option “loud” is yes'],
  [{ field: 'data.size', op: 'gte', value: 3 }, 'data.size is at least “3”'],
  [{ field: 'target.id', op: 'exists', value: false }, 'the target does not exist'],
  [{ field: 'actor.is_bot', op: 'exists', value: true }, 'it is known whether the member is a bot'],
  [{ field: 'data.failed', op: 'exists', value: false }, 'it is not known whether the command failed'],
  [{ field: 'data.tags', op: 'matches', value: '^n\\w+' }, 'the tags match a pattern'],
  [{ field: 'data.tags', op: 'contains', value: 'news' }, 'the tags contain “news”'],
  [{ field: 'data.tags', op: 'not_contains', value: 'news' }, 'the tags do not contain “news”'],
  [{ field: 'data.values', op: 'neq', value: 'a' }, 'the selected values are not “a”'],
  [{ field: 'data.options', op: 'exists', value: false }, 'the options do not exist'],
  [{ field: '', op: 'in', value: [] }, 'something is one of …'],
  [{ field: 'channel.id', op: 'eq', value: '' }, 'the channel is …'],
  [{ field: 'toString', op: 'eq', value: 'x'.repeat(60) }, `toString is “${'x'.repeat(39)}…”`],
] as const)('the rule %j is said', (rule, words) => {
  expect(
    describeRule({ ...rule, value: Array.isArray(rule.value) ? [...rule.value] : rule.value } as never),
  ).toBe(words)
})

test.each([
  ['0 16 * * 5', 'every Friday at 16:00'],
  ['30 8,20 * * *', 'every day at 08:30 and 20:30'],
  ['0 9 * * 1-5', 'from Monday to Friday at 09:00'],
  ['0 9 * * MON,thu', 'on Monday and Thursday at 09:00'],
  ['0 9 * * 0', 'every Sunday at 09:00'],
  ['0 0 1 1 *', 'on day 1 of the month in January at 00:00'],
  ['0 0 1,15 * 1', 'on day 1 and day 15 of the month or every Monday at 00:00'],
  ['* * * * *', 'every minute'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['0 * * * *', 'every hour, on the hour'],
  ['5 * * * *', 'every hour, 5 minutes past'],
  ['* 9 * * 1', 'every minute of hour 9, every Monday'],
  ['0 */2 * * *', 'at minute 0 of every 2nd hour'],
  [
    '10-20/5 9-17 * 6-8 *',
    'at every 5th minute from minute 10 to minute 20, from hour 9 to hour 17 in from June to August',
  ],
  ['0 12 L * *', 'on the last day of the month at 12:00'],
  ['0 12 * *', null],
])('the schedule %s is %s', (cron, words) => {
  expect(describeCron(cron)).toBe(words)
  if (words) expect(new Cron(cron, { mode: '5-part', paused: true }).nextRun()).toBeTruthy()
})

test('a time span is said in the largest unit that it fills', () => {
  expect([1, 60, 90, 5400, 7200, 86_400, 1_209_600].map(formatDuration)).toEqual([
    '1 second',
    '1 minute',
    '90 seconds',
    '90 minutes',
    '2 hours',
    '1 day',
    '2 weeks',
  ])
})

test('every event and action has its words, its sample and its fields', () => {
  expect([...orderedEvents].sort()).toEqual([...eventTypes].sort())
  expect(Object.keys(actionLabels)).toEqual(actionTypes)
  for (const type of eventTypes) {
    const event = sampleEvent(type, '100000000000000001', new Date('2026-11-21T12:00:00Z'))
    expect(gatewayEvent.parse(event)).toEqual(event)
  }
  expect(eventFieldNames(['MESSAGE_CREATE', 'SCHEDULE'])).toEqual([
    'actor.id',
    'actor.is_bot',
    'actor.name',
    'channel.id',
    'channel.name',
    'data.content',
    'data.length',
    'target.id',
    'target.kind',
    'target.name',
    'type',
  ])
})

test.each(actionTypes)('the fields of %s are those of its schema, and ask for what it needs', (type) => {
  const { shape } = actionConfigs[type] as unknown as {
    shape: Record<string, { safeParse(value: unknown): { success: boolean } }>
  }
  const fields = configFields[type]
  expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(shape).sort())
  const needed = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success)
  expect(
    fields
      .filter(({ required }) => required)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(needed.sort())
})

test('every starting point is whole but for the ids that only its author knows', async () => {
  const { automationInput } = await import('#app/features/automations/schema.ts')
  for (const { slug, input } of templates) {
    const filled = JSON.parse(
      JSON.stringify(input).replaceAll('_id":""', '_id":"300000000000000001"'),
    ) as object
    expect(automationInput.safeParse(filled).error, slug).toBeUndefined()
  }
})
