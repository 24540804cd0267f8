import type { Context } from '#app/context.server.ts'
import type { Programs } from '#app/features/automations/evaluation/evaluator.server.ts'
import type { Definition } from '#app/features/automations/schema.ts'
import { definitionsOf, enabledIn, guildsNaming } from '#app/features/automations/store.server.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { fromJson } from '#app/primitives/json.ts'

export type EnabledAutomation = Definition & {
  id: string
  version: number
  name: string
  guild_id: string
  guild_name: string
}

type Row = Awaited<ReturnType<typeof enabledIn>>[number]

/** A guild's enabled automations, with a revision that changes whenever an automation changes. */
export type EnabledAutomations = Programs & {
  guildId: string
  revision: string
  rows: Row[]
  automations: EnabledAutomation[]
}

/** Returns a revision that changes when an enabled automation or the name of its guild changes. */
export const revisionOf = (rows: Pick<Row, 'id' | 'version' | 'guild_name'>[]) =>
  rows.map(({ id, version, guild_name }) => `${id} ${version} ${guild_name}`).join()

/**
 * Returns enabled automations by guild, without guilds that have none. Reads each version of a definition only once.
 */
export async function enabledAutomations(ctx: Context, guildIds: string[]): Promise<EnabledAutomations[]> {
  const rows = await enabledIn(ctx.db, guildIds)
  const lists: EnabledAutomations[] = []
  for (const guildId of guildIds) {
    const some = rows.filter((row) => row.guild_id === guildId)
    if (!some.length) continue
    const revision = revisionOf(some)
    const list = await ctx.revisionCache.recall(`automations ${guildId}`, revision, () => read(ctx, some))
    lists.push({ guildId, revision, rows: some, ...list })
  }
  return lists
}

/** Returns the ids of guilds that can have an enabled automation for an event type. The caller checks access. */
export const guildsTriggeredBy = async ({ db }: Pick<Context, 'db'>, type: EventType): Promise<string[]> =>
  (await guildsNaming(db, type)).map(({ guild_id }) => guild_id)

async function read(ctx: Context, rows: Row[]) {
  const written = new Map(
    (
      await definitionsOf(
        ctx.db,
        rows.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const automations = rows.flatMap((row): EnabledAutomation[] => {
    const { name, definition } = written.get(row.id) ?? {}
    return name && definition ? [{ ...row, name, ...fromJson(definition) }] : []
  })
  const programs = automations.map(({ trigger, conditions }) => ({ conditions, types: trigger.events }))
  return { automations, programs, key: automations.map(({ id, version }) => `${id} ${version}`).join() }
}
