import { allow } from '#app/access.ts'
import { inTransaction, type Context } from '#app/context.server.ts'
import { Forbidden, NotFound } from '#app/errors.ts'
import { dayOf, secondsByDay } from '#app/features/stats/days.ts'
import {
  addToChannel,
  addToCommand,
  addToDay,
  enterVoice,
  insertActor,
  insertEvent,
  inVoice,
  leaveVoice,
  raisePeak,
} from '#app/features/stats/rollup-store.server.ts'
import type { GatewayEvent } from '#app/features/stats/schema.ts'
import { lockGuild, markChanged } from '#app/features/stats/store.server.ts'

/** A clock may run ahead by this many milliseconds; beyond it the event counts as happening now. */
const AHEAD = 5 * 60_000
/** The longest stay in voice that counts, in milliseconds: a lost LEAVE must not count for ever. */
const LONGEST_STAY = 7 * 24 * 60 * 60_000

/**
 * Stores a batch and counts it in the daily roll-ups: all of it or nothing. An event whose id is known counts for
 * nothing. Throws `NotFound` for a guild that is not here and `Forbidden` for one that the runner may not report on.
 */
export async function recordEvents(ctx: Context, { events }: { events: GatewayEvent[] }) {
  allow(ctx, 'events:report')
  for (const { guild_id } of events) mayReport(ctx, guild_id)
  // One order of guilds for every writer, so that two batches cannot wait for each other.
  const guilds = [...new Set(events.map((event) => event.guild_id))].sort()
  return inTransaction(ctx, async (inner) => {
    for (const guild of guilds) await claimGuild(inner, guild)
    let recorded = 0
    for (const event of events) {
      if (!(await recordEvent(inner, event))) continue
      recorded++
      await markChanged(inner.db, event.guild_id, inner.now().toISOString())
    }
    return { recorded, duplicates: events.length - recorded }
  })
}

/** Counts one use of a command, under the interaction's id, whichever way we heard of it first. */
export async function recordCommandUse(ctx: Context, event: GatewayEvent, failed: boolean): Promise<void> {
  allow(ctx, 'interactions:answer')
  await inTransaction(ctx, async (inner) => {
    await claimGuild(inner, event.guild_id)
    const isNew = await recordEvent(inner, { ...event, data: { ...event.data, failed } })
    if (isNew) await markChanged(inner.db, event.guild_id, inner.now().toISOString())
  })
}

/** Refuses when the runner's token is bound to another guild. */
export function mayReport({ actor }: Context, guildId: string): void {
  if (actor.kind === 'runner' && actor.guildId && actor.guildId !== guildId) {
    throw new Forbidden(`This runner may not report on the guild ${guildId}.`)
  }
}

/** Writers of one guild take turns from here on to the end of the transaction. */
async function claimGuild(ctx: Context, guildId: string) {
  if (!(await lockGuild(ctx.db, guildId))) throw new NotFound(`There is no guild ${guildId}.`)
}

async function recordEvent(ctx: Context, event: GatewayEvent): Promise<boolean> {
  const now = ctx.now()
  const claimed = new Date(event.occurred_at)
  const occurred = claimed.getTime() > now.getTime() + AHEAD ? now : claimed
  const isNew = await insertEvent(ctx.db, {
    id: event.id,
    guild_id: event.guild_id,
    type: event.type,
    occurred_at: occurred.toISOString(),
    received_at: now.toISOString(),
    actor: event.actor && JSON.stringify(event.actor),
    target: event.target && JSON.stringify(event.target),
    channel: event.channel && JSON.stringify(event.channel),
    data: JSON.stringify(event.data),
  })
  if (isNew) await count(ctx, event, occurred)
  return isNew
}

async function count({ db }: Context, event: GatewayEvent, occurred: Date) {
  const day = { guildId: event.guild_id, date: dayOf(occurred) }
  const one = { total_events: 1 }
  switch (event.type) {
    case 'MEMBER_JOIN':
      return addToDay(db, day, { ...one, member_joins: 1 })
    case 'MEMBER_LEAVE':
      return addToDay(db, day, { ...one, member_leaves: 1 })
    case 'MESSAGE_CREATE': {
      if (event.channel) await addToChannel(db, day, event.channel)
      const first = event.actor ? await insertActor(db, day, 'message', event.actor.id) : false
      return addToDay(db, day, { ...one, message_count: 1, message_unique_users: Number(first) })
    }
    case 'VOICE_JOIN': {
      if (!event.actor) return addToDay(db, day, one)
      await enterVoice(db, day.guildId, event.actor.id, occurred.toISOString())
      const first = await insertActor(db, day, 'voice', event.actor.id)
      await addToDay(db, day, { ...one, voice_unique_users: Number(first) })
      return raisePeak(db, day, await inVoice(db, day.guildId))
    }
    case 'VOICE_LEAVE': {
      const stay = event.actor && (await leaveVoice(db, day.guildId, event.actor.id))
      await addToDay(db, day, one)
      if (!stay) return
      const from = new Date(Math.max(Date.parse(stay.joined_at), occurred.getTime() - LONGEST_STAY))
      for (const { date, seconds } of secondsByDay(from, occurred)) {
        const there = { ...day, date }
        const first = await insertActor(db, there, 'voice', event.actor!.id)
        await addToDay(db, there, { voice_total_seconds: seconds, voice_unique_users: Number(first) })
        await raisePeak(db, there, 1)
      }
      return
    }
    case 'COMMAND_USE': {
      const failed = Number(event.data.failed === true)
      const name = typeof event.data.command === 'string' ? event.data.command : null
      if (name) await addToCommand(db, day, name, failed)
      return addToDay(db, day, { ...one, command_count: 1, command_error_count: failed })
    }
    default:
      return addToDay(db, day, one)
  }
}
