import type { Context } from '#app/context.server.ts'
import { conditionsHold } from '#app/features/automations/evaluate.ts'
import { eventFacts, withFacts } from '#app/features/automations/event-facts.ts'
import { fillAction } from '#app/features/automations/fill-action.ts'
import { finishRuns } from '#app/features/automations/finish.server.ts'
import { paced, rested, RUNS_A_MINUTE, type SetOff } from '#app/features/automations/guard.server.ts'
import { countAutomations } from '#app/features/automations/run-store.server.ts'
import type { Automation } from '#app/features/automations/schema.ts'
import { startRuns, type NewRun } from '#app/features/automations/start.server.ts'
import { stepsOf } from '#app/features/automations/steps.ts'
import { definitionsOf, enabledIn } from '#app/features/automations/store.server.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { countRuns } from '#app/features/stats/run-counts.server.ts'
import type { GatewayEvent } from '#app/features/stats/schema.ts'

type Definition = Pick<Automation, 'trigger' | 'conditions' | 'actions' | 'cooldown'>
type Ready = Definition & { id: string; name: string; guild_id: string; guild_name: string }

/**
 * Sets automations off with events, in the transaction that takes the events in and holds their guilds: each event once,
 * in the order in which they came. What the bot itself did sets nothing off. Its caller has authorised it.
 */
export async function setOff(ctx: Context, events: GatewayEvent[]): Promise<void> {
  const others = events.filter((event) => event.type !== 'SCHEDULE' && !isOwn(ctx, event))
  const guilds = [...new Set(others.map((event) => event.guild_id))]
  if (!guilds.length) return
  const automations = await enabled(ctx, guilds)
  if (!automations.length) return
  const settings = new Map<string, GuildSettings>()
  for (const id of new Set(automations.map((one) => one.guild_id)))
    settings.set(id, await settingsOf(ctx, id))
  const wanted = others.flatMap((event) =>
    automations
      .filter(
        ({ guild_id, trigger, conditions }) =>
          guild_id === event.guild_id &&
          settings.get(guild_id)!.modules.automations &&
          trigger.events.includes(event.type) &&
          conditionsHold(conditions, event),
      )
      .map((automation) => ({ automation, event })),
  )
  await run(ctx, wanted, settings)
}

/** Sets one automation off because its time has come, like `setOff`. False when its guild has switched automations off. */
export async function setOffAt(ctx: Context, { id, guildId }: { id: string; guildId: string }, at: string) {
  const [automation] = (await enabled(ctx, [guildId])).filter((one) => one.id === id)
  const settings = await settingsOf(ctx, guildId)
  if (!automation || !settings.modules.automations) return false
  const event: GatewayEvent = {
    id: `schedule:${id}:${at}`,
    type: 'SCHEDULE',
    occurred_at: at,
    guild_id: guildId,
    actor: null,
    target: null,
    channel: null,
    data: {},
  }
  if (conditionsHold(automation.conditions, event)) {
    await run(ctx, [{ automation, event }], new Map([[guildId, settings]]))
  }
  return true
}

async function run(ctx: Context, wanted: SetOff<Ready>[], settings: Map<string, GuildSettings>) {
  if (!wanted.length) return
  const { kept, racing } = await paced(ctx, await rested(ctx, wanted))
  const begun = await startRuns(
    ctx,
    kept.map(({ automation, event }): NewRun => {
      const { id, name, guild_id: guildId, guild_name, actions } = automation
      const facts = withFacts(eventFacts(event), [['guild.name', guild_name]])
      const filled = actions.map((action) => ({ ...action, ...fillAction(action, facts) }))
      const steps = stepsOf(filled, { event, settings: settings.get(guildId)! })
      return { kind: 'automation', source: { id, name }, guildId, event, eventId: event.id, steps }
    }),
  )
  await count(
    ctx,
    begun.map(({ run }) => run.automation_id!),
    racing,
  )
  await countRuns(
    ctx,
    begun.map(({ run }) => ({ guildId: run.guild_id, runs: 1 })),
  )
  await finishRuns(ctx, begun)
}

const tooFast = (at: string) => ({
  code: 'too_fast',
  message: `It ran more than ${RUNS_A_MINUTE} times in a minute for the same person, as if it set itself off. For the rest of that minute it did not.`,
  at,
})

async function count(ctx: Context, ran: string[], racing: string[]) {
  const at = ctx.now().toISOString()
  const rows = [...new Set([...ran, ...racing])].sort().map((id) => ({
    id,
    runs: ran.filter((one) => one === id).length,
    successes: 0,
    failures: 0,
    triggered_at: ran.includes(id) ? at : null,
    outcome: null,
    error: racing.includes(id) ? JSON.stringify(tooFast(at)) : null,
  }))
  if (rows.length) await countAutomations(ctx.db, rows)
}

/** What a bot does is told by the gateway as well. The id of most bots is that of their application. */
const isOwn = ({ config }: Context, { actor, data }: GatewayEvent) =>
  actor !== null && actor.is_bot && (actor.id === config.discordApplicationId || data.self === true)

/** The automations of guilds that are on, with their definitions, which are read once for each version. */
async function enabled(ctx: Context, guildIds: string[]): Promise<Ready[]> {
  const rows = await enabledIn(ctx.db, guildIds)
  const lists: Ready[][] = []
  for (const guildId of guildIds) {
    const some = rows.filter((row) => row.guild_id === guildId)
    if (!some.length) continue
    const revision = some.map(({ id, version, guild_name }) => `${id} ${version} ${guild_name}`).join()
    lists.push(await ctx.memory.recall(`automations ${guildId}`, revision, () => read(ctx, some)))
  }
  return lists.flat()
}

async function read(ctx: Context, rows: Awaited<ReturnType<typeof enabledIn>>): Promise<Ready[]> {
  const written = new Map(
    (
      await definitionsOf(
        ctx.db,
        rows.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return rows.flatMap((row) => {
    const { name, definition } = written.get(row.id) ?? {}
    return name && definition ? [{ ...row, name, ...(JSON.parse(definition) as Definition) }] : []
  })
}
