import { z } from 'zod'
import { integerParam, time } from '#app/primitives/schema.ts'

/** How many are told at most. */
export const MAX_NOTICES = 50

const noticeKinds = [
  'message',
  'jobs_dead',
  'jobs_waiting',
  'automation',
  'command',
  'entry_trouble',
  'entry_soon',
  'letters',
  'integration',
] as const

const notice = z
  .object({
    id: z.string().meta({
      description: 'The same for as long as it is about the same thing.',
      example: 'jobs_dead:100000000000000001',
    }),
    kind: z.enum(noticeKinds),
    tone: z.enum(['info', 'warn']).meta({ description: '`warn`: something does not work.' }),
    title: z.string().meta({ example: '3 jobs of Acme died' }),
    href: z.string().meta({
      description: 'The page of the console where something can be done about it.',
      example: '/admin/guilds/100000000000000001/jobs?state=dead',
    }),
    at: time.meta({ description: 'Since when it is so.' }),
  })
  .meta({ id: 'Notice', description: 'Something that needs somebody’s attention.' })

export const noticesQuery = z.object({
  limit: integerParam(1, MAX_NOTICES)
    .default(MAX_NOTICES)
    .meta({ description: 'How many notices at most; all of them count as unseen or seen.', example: 10 }),
})

export const noticesReport = z.object({
  notices: z.array(notice).max(MAX_NOTICES).meta({ description: 'The newest first.' }),
  unseen: z
    .number()
    .int()
    .max(MAX_NOTICES)
    .meta({ description: `How many are newer than \`seen_at\`, up to ${MAX_NOTICES}.`, example: 2 }),
  seen_at: time
    .nullable()
    .meta({ description: 'Up to when you have seen them; null before the first time.' }),
})

export const seenInput = z.strictObject({
  until: z.iso.datetime({ error: 'A time in UTC, such as 2026-11-21T09:30:00.000Z.' }).meta({
    description: 'The `at` of the newest notice that you saw.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})

export type Notice = z.output<typeof notice>
export type NoticesReport = z.output<typeof noticesReport>
