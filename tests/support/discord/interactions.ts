import { answerInteraction } from '#app/features/interactions/interactions.server.ts'
import type { Interaction } from '#app/features/interactions/schema.ts'
import { discord, type TestApp } from '#tests/support/factories.ts'

type Party = { id: string; kind?: string; name?: string }
type Happened = {
  id: string
  type: string
  actor: Party | null
  target: Party | null
  data: Record<string, unknown>
}

/** What tests of interactions ask of an app: answers as Discord gets them, and what is kept of them. */
export const interactionTester = (it: () => TestApp) => ({
  answer: (asked: Interaction) => answerInteraction(it().ctx(discord), asked),
  told: async (asked: Interaction) => (await answerInteraction(it().ctx(discord), asked)).data,
  rowOf: (id: string) =>
    it().app.db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  usesOf: async (id: string) => {
    const row = it().app.db.selectFrom('commands').select('use_count').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).use_count
  },
  /** The events of a guild, by type and then by when they came. */
  eventsOf: async (guild: string): Promise<Happened[]> => {
    const rows = it().app.db.selectFrom('events').selectAll().where('guild_id', '=', guild)
    return (await rows.orderBy('type').orderBy('occurred_at').execute()).map((row) => ({
      id: row.id,
      type: row.type,
      actor: row.actor && (JSON.parse(row.actor) as Party),
      target: row.target && (JSON.parse(row.target) as Party),
      data: JSON.parse(row.data) as Record<string, unknown>,
    }))
  },
})
