import type { Insertable, Kysely } from 'kysely'
import { ulid } from 'ulid'
import type { Automations } from '#app/platform/db/tables/guilds.ts'
import { fromJson, type Json } from '#app/primitives/json.ts'

type Settings = Record<string, unknown> & {
  welcome?: { channel_id?: string | null; message?: string | null }
}
type Database = { guild_settings: { guild_id: string; settings: Json<Settings> }; automations: Automations }

/** Settings that never had an effect. */
const removed = ['prefix', 'locale', 'moderation_role_id', 'welcome']

/** Removes settings without an effect. A welcome message becomes a disabled automation, so that it is not lost. */
export async function up(db: Kysely<Database>) {
  const rows = await db.selectFrom('guild_settings').select(['guild_id', 'settings']).execute()
  for (const { guild_id, settings } of rows) {
    const before = fromJson(settings)
    const kept = Object.entries(before).filter(([name]) => !removed.includes(name))
    await db
      .updateTable('guild_settings')
      .set({ settings: JSON.stringify(Object.fromEntries(kept)) })
      .where('guild_id', '=', guild_id)
      .execute()
    const { channel_id, message } = before.welcome ?? {}
    if (!channel_id || !message) continue
    await db
      .insertInto('automations')
      .values(welcome(guild_id, channel_id, message))
      .execute()
  }
}

function welcome(guild_id: string, channel_id: string, content: string): Insertable<Automations> {
  const at = new Date().toISOString()
  const definition = {
    trigger: { events: ['MEMBER_JOIN'], schedule: null },
    conditions: { match: 'all', rules: [{ field: 'actor.is_bot', op: 'eq', value: false }] },
    actions: [
      {
        id: 'greet',
        type: 'SEND_MESSAGE',
        config: { channel_id, content },
        delay_seconds: 0,
        on_error: 'stop',
      },
    ],
    cooldown: { scope: 'none', seconds: 0 },
  }
  return {
    id: ulid(),
    guild_id,
    name: 'Welcome new members',
    description: 'Created from the former welcome setting.',
    enabled: 0,
    definition: JSON.stringify(definition) as Insertable<Automations>['definition'],
    run_count: 0,
    success_count: 0,
    failure_count: 0,
    created_at: at,
    updated_at: at,
    version: 1,
  }
}
