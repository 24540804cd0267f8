import type { Context } from '#app/context.server.ts'
import { dayOf } from '#app/primitives/days.ts'
import { zeroCounters } from '#app/features/stats/counters.ts'
import { addToCommands, addToDays } from '#app/features/stats/rollup-store.server.ts'
import { markStatsChanged } from '#app/features/stats/revision.server.ts'

/** Counts to add to the current day of a guild. */
type RunCount = { guildId: string; runs?: number; errors?: number; failedCommand?: string }

/**
 * Adds automation runs, and failures of automations and commands, to today's statistics. Callers must lock the guilds
 * in a transaction.
 */
export async function countRunsInStats(ctx: Context, counts: RunCount[]): Promise<void> {
  if (!counts.length) return
  const { db, now } = ctx
  const date = dayOf(now())
  const days = new Map<string, ReturnType<typeof newDay>>()
  const commands = new Map<
    string,
    { guild_id: string; date: string; name: string; use_count: number; error_count: number }
  >()
  for (const { guildId, runs = 0, errors = 0, failedCommand } of counts) {
    const day = days.get(guildId) ?? newDay(guildId, date)
    day.automation_run_count += runs
    day.automation_error_count += errors
    days.set(guildId, day)
    if (failedCommand === undefined) continue
    day.command_error_count++
    const key = `${guildId} ${failedCommand}`
    const command = commands.get(key) ?? {
      guild_id: guildId,
      date,
      name: failedCommand,
      use_count: 0,
      error_count: 0,
    }
    command.error_count++
    commands.set(key, command)
  }
  await addToDays(db, [...days.values()])
  await addToCommands(db, [...commands.values()])
  await markStatsChanged(ctx, [...days.keys()].sort())
}

const newDay = (guild_id: string, date: string) => ({ guild_id, date, member_count: null, ...zeroCounters })
