import { demoAutomations } from '#app/features/demo/content.ts'
import type { ActionType } from '#app/features/actions/action-types.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

type Fault = { code: string; message: string }

/** Attempt of a job: its duration in milliseconds and its error. */
type DemoAttempt = {
  outcome: 'succeeded' | 'failed' | 'lost' | 'returned' | 'cancelled'
  ms: number
  error?: Fault
  late?: unknown
}

/** Step with its outcome. A step without attempts never became a job. */
export type DemoStep = {
  outcome: 'succeeded' | 'failed' | 'cancelled'
  attempts: DemoAttempt[]
  config: Record<string, unknown>
  output?: unknown
}

/** Run of a demo automation. `automation` is an index, and `minutesAgo` is relative to the seed time. */
export type DemoRun = {
  automation: number
  minutesAgo: number
  outcome: 'succeeded' | 'failed' | 'cancelled'
  event: Pick<GatewayEvent, 'type' | 'actor' | 'target' | 'channel' | 'data'>
  steps: DemoStep[]
}

const rateLimitFault = { code: 'discord_503', message: 'Discord did not respond.' }
const notFoundFault = { code: 'unknown_member', message: 'The member has left the server.' }
const forbiddenFault = { code: 'missing_access', message: 'The bot cannot write in this channel.' }
const lostFault = { code: 'lost', message: 'The runner did not respond before the lease expired.' }

const introductions = { id: '300000000000000006', name: 'introductions' }
const person = (number: number, name: string) => ({
  id: `2000000000000${String(number).padStart(5, '0')}`,
  name,
  is_bot: false,
})
const joins = (actor: ReturnType<typeof person>) => ({
  type: 'MEMBER_JOIN' as const,
  actor,
  target: null,
  channel: null,
  data: {},
})

const done = (ms: number): DemoAttempt => ({ outcome: 'succeeded', ms })
const failed = (ms: number, error: Fault): DemoAttempt => ({ outcome: 'failed', ms, error })

const greet = ({ id }: { id: string }, tries: DemoAttempt[], message: string): DemoStep => ({
  outcome: 'succeeded',
  attempts: tries,
  config: { channel_id: introductions.id, content: `Welcome, <@${id}>! Say hello here.` },
  output: { channel_id: introductions.id, message_id: message },
})
const role = ({ id }: { id: string }, outcome: DemoStep['outcome'], tries: DemoAttempt[]): DemoStep => ({
  outcome,
  attempts: tries,
  config: { user_id: id, role_id: '400000000000000002', reason: 'New member' },
})

const [hana, emre, ines, chidi, kaya] = [
  person(127, 'Hana 127'),
  person(52, 'Emre 52'),
  person(308, 'Ines 308'),
  person(266, 'Chidi 266'),
  person(10, 'Kaya 10'),
] as const
const invitation = { channel_id: '300000000000000004', message_id: '500000000000000031' }
const log = '300000000000000008'

/** Runs of every kind, oldest first. */
export const demoRuns: DemoRun[] = [
  {
    automation: 2,
    minutesAgo: 2_900,
    outcome: 'succeeded',
    event: { type: 'SCHEDULE', actor: null, target: null, channel: null, data: {} },
    steps: [
      {
        outcome: 'succeeded',
        attempts: [done(214)],
        config: {
          channel_id: '300000000000000003',
          content: 'It is Friday: what did you make this week?',
        },
        output: { channel_id: '300000000000000003', message_id: '500000000000000011' },
      },
    ],
  },
  {
    automation: 0,
    minutesAgo: 190,
    outcome: 'succeeded',
    event: joins(hana),
    steps: [greet(hana, [done(241)], '500000000000000021'), role(hana, 'succeeded', [done(187)])],
  },
  {
    automation: 0,
    minutesAgo: 95,
    outcome: 'succeeded',
    event: joins(emre),
    steps: [
      greet(emre, [failed(10_040, rateLimitFault), done(302)], '500000000000000022'),
      role(emre, 'succeeded', [done(164)]),
    ],
  },
  {
    automation: 1,
    minutesAgo: 61,
    outcome: 'cancelled',
    event: {
      type: 'MESSAGE_CREATE',
      actor: kaya,
      target: { id: invitation.message_id, kind: 'message', name: '' },
      channel: { id: invitation.channel_id, name: 'off-topic' },
      data: { content: 'Come to discord.gg/harbour', length: 26 },
    },
    steps: [
      {
        outcome: 'succeeded',
        attempts: [done(133)],
        config: { ...invitation, reason: 'Invite to another server' },
      },
      {
        outcome: 'cancelled',
        attempts: [{ outcome: 'returned', ms: 20 }],
        config: { channel_id: log, content: 'Removed an invite by Kaya 10.' },
      },
    ],
  },
  {
    automation: 0,
    minutesAgo: 42,
    outcome: 'failed',
    event: joins(ines),
    steps: [
      greet(ines, [done(229)], '500000000000000023'),
      role(ines, 'failed', [
        failed(10_011, rateLimitFault),
        { outcome: 'lost', ms: 60_000, error: lostFault, late: { status: 'failed', error: rateLimitFault } },
        failed(10_008, rateLimitFault),
        failed(10_015, rateLimitFault),
        failed(10_010, rateLimitFault),
      ]),
    ],
  },
  {
    automation: 0,
    minutesAgo: 17,
    outcome: 'failed',
    event: joins(chidi),
    steps: [
      { ...greet(chidi, [failed(151, forbiddenFault)], ''), outcome: 'failed', output: null },
      role(chidi, 'failed', [failed(122, notFoundFault)]),
    ],
  },
  {
    automation: 0,
    minutesAgo: 1,
    outcome: 'succeeded',
    event: joins(kaya),
    steps: [greet(kaya, [done(236)], '500000000000000024'), role(kaya, 'succeeded', [done(141)])],
  },
]

/** Returns an automation's actions in the format that its runs use. */
export const actionsOf = (automation: number) =>
  demoAutomations[automation]!.definition.actions as {
    id: string
    type: ActionType
    delay_seconds: number
    on_error: 'stop' | 'continue'
  }[]
