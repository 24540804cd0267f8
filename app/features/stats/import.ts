import { z } from 'zod'
import { dailySnapshot, FORMAT, statsExport, VERSION } from '#app/features/stats/export.ts'
import { counters } from '#app/features/stats/counters.ts'
import { dailyStats } from '#app/features/stats/schema.ts'

const error = 'A whole number that is not below zero.'
const counted = z.number({ error }).int({ error }).min(0, { error })

/** What says that a file is an export, and one that this version reads. */
export const importHead = z.object({
  format: z.literal(FORMAT, { error: `The file is no export of statistics: its format is not ${FORMAT}.` }),
  version: z.literal(VERSION, {
    error: `The file is of a version that is not read here; this is version ${VERSION}.`,
  }),
  guild_id: z.string({ error: 'The file does not say which guild it is of.' }),
})

/** An export as it is taken back: every number is checked, and the days are days. */
export const importDocument = z.object({
  ...statsExport.shape,
  daily_stats: z.array(
    z.object({
      ...dailyStats.shape,
      date: dailySnapshot.shape.date,
      member_count: counted.nullable(),
      ...(Object.fromEntries(counters.map((name) => [name, counted])) as Record<
        (typeof counters)[number],
        typeof counted
      >),
    }),
  ),
})

export type ImportDocument = z.infer<typeof importDocument>
