import { z } from 'zod'
import { integerParam, time } from '#app/primitives/schema.ts'

/** Maximum number of notices. */
export const MAX_NOTICES = 50

const noticeKinds = [
  'message',
  'jobs_dead',
  'jobs_waiting',
  'automation',
  'command',
  'deleted_reference',
  'entry_trouble',
  'entry_soon',
  'emails',
  'integration',
  'key_request',
  'key_decision',
  'guild_pending',
] as const

const notice = z
  .object({
    id: z.string().meta({
      description: 'Stable id of the problem.',
      example: 'jobs_dead:100000000000000001',
    }),
    kind: z.enum(noticeKinds),
    tone: z.enum(['info', 'warn']).meta({ description: '`warn`: something does not work.' }),
    title: z.string().meta({ example: '3 jobs of Acme died' }),
    href: z.string().meta({
      description: 'Console page for the notice.',
      example: '/admin/guilds/100000000000000001/jobs?state=dead',
    }),
    at: time.meta({ description: 'Time of the event behind the notice.' }),
  })
  .meta({ id: 'Notice', description: 'Something that needs attention.' })

export const noticesQuery = z.object({
  limit: integerParam(1, MAX_NOTICES).default(MAX_NOTICES).meta({
    description: 'Maximum number of notices to return. The unseen count includes all notices.',
    example: 10,
  }),
})

export const noticesReport = z.object({
  notices: z.array(notice).max(MAX_NOTICES).meta({ description: 'Notices, newest first.' }),
  unseen: z
    .number()
    .int()
    .max(MAX_NOTICES)
    .meta({ description: `Number of notices newer than \`seen_at\`, up to ${MAX_NOTICES}.`, example: 2 }),
  seen_at: time.nullable().meta({ description: 'Time of your last visit. Null before the first visit.' }),
})

export const seenInput = z.strictObject({
  until: z.iso.datetime({ error: 'Enter a time in UTC, such as 2026-11-21T09:30:00.000Z.' }).meta({
    description: 'The `at` value of the newest notice that you saw.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})

export type Notice = z.output<typeof notice>
export type NoticesReport = z.output<typeof noticesReport>
