import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { withForesight, type Foreseen } from '#app/features/automations/foresee.server.ts'
import {
  answerCommand,
  type Run,
  commandFinder,
  type CommandFinder,
} from '#app/features/interactions/answer-command.server.ts'
import type { CommandOption } from '#app/features/commands/options.ts'
import { suggestionsFor } from '#app/features/interactions/suggestions.ts'
import { coolingDown } from '#app/features/interactions/refusals.ts'
import { countRuns, rest } from '#app/features/interactions/usage.server.ts'
import { press, submit, type Happened } from '#app/features/interactions/components.server.ts'
import { deferAnswer, sendDeferred } from '#app/features/interactions/deferred.server.ts'
import { givenByCommand } from '#app/features/interactions/interaction-input.ts'
import { type Answer, answers, asks, type Interaction, whisper } from '#app/features/interactions/schema.ts'
import {
  answersOf,
  changeAnswer,
  deleteInteractionsBefore,
  insertAnswers,
} from '#app/features/interactions/store.server.ts'
import { rememberedSeconds } from '#app/platform/config/settings.server.ts'
import { modulesIn } from '#app/features/settings/settings.server.ts'
import { inChunks } from '#app/platform/db/sql.server.ts'
import { holdGuilds } from '#app/features/guilds/lock.server.ts'
import { setOff } from '#app/features/automations/trigger.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { ingest } from '#app/features/stats/ingestion.server.ts'
import { markEventComing } from '#app/features/stats/revision.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'

type Plan = Happened & { asked: Interaction }

/** Answers one verified interaction. A repeated id gets its first answer again and runs nothing twice. */
export async function answerInteraction(ctx: Context, asked: Interaction): Promise<Answer> {
  const [answer] = await answerInteractions(ctx, [asked])
  return answer!
}

/**
 * Answers verified interactions, in one transaction and in as many statements for several as for one. What throws has
 * kept nothing of any of them.
 */
export async function answerInteractions(ctx: Context, list: Interaction[]): Promise<Answer[]> {
  allow(ctx, 'interactions:answer')
  const find = commandFinder(ctx)
  const distinct = new Map(list.map((asked) => [asked.id, asked]))
  const plans: Plan[] = []
  for (const asked of distinct.values()) plans.push({ ...(await plan(ctx, asked, find)), asked })
  const keeping = plans.filter(({ asked }) => isKept(asked))
  const events = keeping.flatMap((one) => [...(one.events ?? []), ...(one.run?.events ?? [])])
  const kept = keeping.length
    ? await withForesight(ctx, events, (foreseen) => keep(ctx, keeping, foreseen))
    : new Map<string, Answer>()
  if (keeping.some(({ run }) => run?.later)) await sendDeferred(ctx)
  const made = new Map(plans.map(({ asked, answer }) => [asked.id, answer]))
  return list.map(({ id }) => kept.get(id) ?? made.get(id)!)
}

/** Deletes the answers that nobody can ask for again, some at a time. */
export async function sweepInteractions(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'guilds:write')
  const before = new Date(ctx.now().getTime() - rememberedSeconds * 1000).toISOString()
  await inBatches(sweeping, (limit) => deleteInteractionsBefore(ctx.db, before, limit))
}

/** A PING and what is suggested while somebody types can be answered again at any time. */
const isKept = ({ type }: Interaction) => type !== asks.ping && type !== asks.autocomplete

/** Decides what is answered, and changes nothing. */
async function plan(ctx: Context, asked: Interaction, find: CommandFinder): Promise<Happened> {
  if (asked.type === asks.ping) return { answer: { type: answers.pong } }
  try {
    if (asked.type === asks.autocomplete) {
      return { answer: { type: answers.autocomplete, data: { choices: await suggest(asked, find) } } }
    }
    if (!isInGuild(asked)) return { answer: whisper('Commands work inside a server.') }
    if (asked.type === asks.command) return await runNamed(ctx, asked, find)
    if (asked.type === asks.component) return await press(ctx, asked, find)
    if (asked.type === asks.modal) return await submit(ctx, asked, find)
    return { answer: whisper('This is not known here.') }
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.error({ err: error, interaction: asked.id }, 'an interaction could not be answered')
    return asked.type === asks.autocomplete
      ? { answer: { type: answers.autocomplete, data: { choices: [] } } }
      : { answer: whisper('Something went wrong on our side.') }
  }
}

const isInGuild = (asked: Interaction): asked is Interaction & { guild_id: string } => Boolean(asked.guild_id)

async function runNamed(ctx: Context, asked: Interaction & { guild_id: string }, find: CommandFinder) {
  const { name = '', type = 1 } = asked.data ?? {}
  const command = await find.byName({ guildId: asked.guild_id, type, name })
  if (!command) return { answer: whisper('This command is not known here.') }
  const given = givenByCommand(asked)
  return answerCommand(ctx, { command, asked, given, through: 'name', updates: false })
}

async function suggest({ guild_id, data }: Interaction, find: CommandFinder) {
  const { name = '', type = 1, options = [] } = data ?? {}
  const command = guild_id ? await find.byName({ guildId: guild_id, type, name }) : undefined
  if (!command?.enabled || !modulesIn(command.settings).commands) return []
  return suggestionsFor(JSON.parse(command.options) as CommandOption[], options)
}

/** Keeps what is answered and does what belongs to it, once for each id; returns the first answer to each. */
function keep(ctx: Context, plans: Plan[], foreseen: Foreseen): Promise<Map<string, Answer>> {
  return inTransaction(ctx, async (inner) => {
    // Writers use the same order to prevent deadlocks.
    const sorted = plans.toSorted((one, other) => (one.asked.id < other.asked.id ? -1 : 1))
    const created_at = inner.now().toISOString()
    const rows = sorted.map(({ asked, answer, opening }) => ({
      id: asked.id,
      guild_id: asked.guild_id ?? null,
      answer: JSON.stringify(answer),
      opening: opening ? JSON.stringify(opening) : null,
      created_at,
    }))
    const fresh = new Set(
      (await inChunks(rows, (chunk) => insertAnswers(inner.db, chunk))).map(({ id }) => id),
    )
    const given = await carryOut(
      inner,
      sorted.filter(({ asked }) => fresh.has(asked.id)),
      foreseen,
    )
    const known = sorted.map(({ asked }) => asked.id).filter((id) => !fresh.has(id))
    for (const { id, answer } of known.length ? await answersOf(inner.db, known) : []) {
      given.set(id, JSON.parse(answer) as Answer)
    }
    return given
  })
}

async function carryOut(ctx: Context, plans: Plan[], foreseen: Foreseen): Promise<Map<string, Answer>> {
  const given = new Map(plans.map(({ asked, answer }) => [asked.id, answer]))
  // Whoever ends a run of a command holds its guild before the command.
  await holdGuilds(
    ctx,
    plans.flatMap(({ asked, run }) => (run ? (asked.guild_id ?? []) : [])),
  )
  const events = plans.flatMap((one) => one.events ?? [])
  const runs: Run[] = []
  for (const { asked, run } of plans
    .flatMap(({ asked, run }) => (run ? [{ asked, run }] : []))
    .toSorted(byRest)) {
    const until = await rest(ctx, run)
    if (until) {
      const refused = whisper(coolingDown(until))
      await changeAnswer(ctx.db, asked.id, JSON.stringify(refused))
      given.set(asked.id, refused)
      continue
    }
    runs.push(run)
    events.push(...run.events)
    if (run.later) await deferAnswer(ctx, asked, run)
  }
  await countRuns(ctx, runs)
  if (events.length) await recordEvents(ctx, events, foreseen)
  return given
}

/** The order in which cooldowns are begun: the same for every writer. */
function byRest(one: { run: Run }, other: { run: Run }) {
  const key = ({ run }: { run: Run }) => `${run.command.id} ${run.events[0]?.actor?.id}`
  return key(one) < key(other) ? -1 : 1
}

/**
 * Stores and counts events and triggers automations, in batched statements. Skips known events and events of removed
 * guilds. `foreseen` must be computed from the same events.
 */
async function recordEvents(ctx: Context, events: GatewayEvent[], foreseen: Foreseen): Promise<void> {
  const gone = new Set<string>()
  // One order of guilds for every writer, so that two batches cannot wait for each other.
  for (const guildId of [...new Set(events.map((event) => event.guild_id))].sort()) {
    const first = events.find((event) => event.guild_id === guildId)!
    if (!(await markEventComing(ctx, first))) gone.add(guildId)
  }
  const fresh = await ingest(
    ctx,
    events.filter((event) => !gone.has(event.guild_id)),
  )
  await setOff(ctx, fresh, foreseen)
}
