import { ulid } from 'ulid'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { insertRows, upsert } from '#app/platform/db/sql.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { nextRun } from '#app/features/automations/checks.server.ts'
import { dayOf } from '#app/primitives/days.ts'
import { demoAutomations, demoCommands } from '#app/features/demo/content.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { demoDirectory } from '#app/features/demo/directory.ts'
import { demoEvents } from '#app/features/demo/events.ts'
import { demoDays, type DemoDay, demoHours } from '#app/features/demo/stats.ts'
import { deleteStatistics, replaceRuns, upsertGuild, upsertItem } from '#app/features/demo/store.server.ts'
import { demoRunRows } from '#app/features/demo/run-rows.ts'
import { rowOfEvent } from '#app/features/stats/ingestion.server.ts'

const guild = DEMO_GUILD
const DAYS = 90
const EVENTS = 200
const BOTS = 4

/**
 * Fills the demo guild: 90 days of statistics up to today, six commands, four automations with runs and jobs,
 * recent events, channels and roles. Replaces earlier demo data and all statistics of the guild.
 */
export async function seedDemo(ctx: Context) {
  allow(ctx, 'guilds:write')
  const now = ctx.now()
  const days = demoDays(now, DAYS)
  const events = demoEvents(guild.id, days.slice(-4), now, EVENTS)
  await inTransaction(ctx, async ({ db }) => {
    await upsertGuild(db, { ...guild, at: now.toISOString() })
    await upsert(db, 'directories', demoDirectory(guild.id, now), { key: ['guild_id', 'kind'] })
    await deleteStatistics(db, guild.id)
    await writeDays({ ...ctx, db }, days, now)
    await insertRows(
      db,
      'events',
      events.map((event) => rowOfEvent(event, event.occurred_at)),
    )
    await upsert(db, 'snapshots', snapshotOf(days.at(-1)!, now.toISOString()), { key: ['guild_id'] })
    for (const command of demoCommands) {
      await upsertItem(db, 'commands', rowOfCommand(command, days, now), ['guild_id', 'type', 'name'])
    }
    const rows = demoRunRows(guild.id, now)
    for (const automation of demoAutomations) {
      const runs = rows.runs.filter(({ automation_id }) => automation_id === automation.id)
      await upsertItem(db, 'automations', rowOfAutomation(automation, runs, now), ['id'])
    }
    await replaceRuns(db, rows)
  })
  return {
    guild_id: guild.id,
    name: guild.name,
    days: days.length,
    commands: demoCommands.length,
    automations: demoAutomations.length,
    events: events.length,
  }
}

async function writeDays({ db }: Context, days: DemoDay[], now: Date) {
  const guild_id = guild.id
  await insertRows(
    db,
    'daily_stats',
    days.map(({ date, row }) => ({ guild_id, date, ...row })),
  )
  await insertRows(
    db,
    'daily_actors',
    days.flatMap(({ date, messageUsers, voiceUsers }) => [
      ...messageUsers.map((user_id) => ({ guild_id, date, kind: 'message' as const, user_id })),
      ...voiceUsers.map((user_id) => ({ guild_id, date, kind: 'voice' as const, user_id })),
    ]),
  )
  await insertRows(
    db,
    'hourly_stats',
    days.flatMap((day) => demoHours(day, now).map((row) => ({ guild_id, ...row }))),
  )
  await insertRows(
    db,
    'daily_snapshots',
    days.map((day) => ({ ...snapshotOf(day, endOfDay(day.date, now)), date: day.date })),
  )
  const used = ({ message_count = 0, use_count = 0 }) => message_count + use_count > 0
  await insertRows(
    db,
    'daily_channels',
    days.flatMap(({ date, channels }) => channels.filter(used).map((row) => ({ guild_id, date, ...row }))),
  )
  await insertRows(
    db,
    'daily_commands',
    days.flatMap(({ date, commands }) => commands.filter(used).map((row) => ({ guild_id, date, ...row }))),
  )
}

/** Returns the time of the last snapshot of a day. */
const endOfDay = (date: string, now: Date) =>
  date === dayOf(now) ? now.toISOString() : `${date}T23:58:12.000Z`

function snapshotOf({ row }: DemoDay, recorded_at: string) {
  return {
    guild_id: guild.id,
    recorded_at,
    member_count: row.member_count,
    human_count: row.member_count - BOTS,
    bot_count: BOTS,
    online_count: Math.round(row.member_count * 0.23),
    channel_count: 12,
    role_count: 9,
    emoji_count: 24,
    boost_count: 7,
    boost_level: 2,
  }
}

function rowOfCommand(command: (typeof demoCommands)[number], days: DemoDay[], now: Date) {
  const uses = days.flatMap(({ commands }) => commands.filter(({ name }) => name === command.name))
  const at = now.toISOString()
  return {
    id: ulid(now.getTime()),
    guild_id: guild.id,
    name: command.name,
    type: 1,
    description: command.description,
    enabled: 1,
    options: JSON.stringify(command.options),
    default_member_permissions: null,
    contexts: JSON.stringify([0]),
    ephemeral: Number(command.ephemeral),
    response: JSON.stringify(command.response),
    use_count: uses.reduce((sum, { use_count }) => sum + use_count, 0),
    error_count: uses.reduce((sum, { error_count }) => sum + error_count, 0),
    last_used_at: at,
    created_at: at,
    updated_at: at,
    updated_by: null,
    updated_by_id: null,
    version: 1,
  }
}

function rowOfAutomation(
  automation: (typeof demoAutomations)[number],
  runs: ReturnType<typeof demoRunRows>['runs'],
  now: Date,
) {
  const at = now.toISOString()
  const count = (wanted: string) => runs.filter(({ outcome }) => outcome === wanted).length
  return {
    ...automation,
    guild_id: guild.id,
    enabled: Number(automation.enabled),
    ever_enabled: 1,
    next_run_at: automation.enabled ? nextRun(automation.definition.trigger.schedule, now) : null,
    definition: JSON.stringify(automation.definition),
    run_count: runs.length,
    success_count: count('succeeded'),
    failure_count: count('failed'),
    last_triggered_at: runs.at(-1)?.started_at ?? null,
    created_at: at,
    updated_at: at,
    updated_by: null,
    updated_by_id: null,
    version: 1,
  }
}
