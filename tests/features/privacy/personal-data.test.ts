import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMER_MEMBER } from '#app/access.ts'
import { exportAccount } from '#app/features/privacy/export.server.ts'
import { accountExport } from '#app/features/privacy/schema.ts'
import { anonymizeUserAudit } from '#app/features/audit/audit.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { messageNames } from '#app/features/mail/mailbox-folder.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { plantPerson, tracesOf, type PlantedPerson } from '#tests/support/db/planted-person.ts'

/** Under what the export has that of a person which each table holds. A table that is not here fails the test. */
const exported: Record<string, string> = {
  account_tokens: 'links',
  audit: 'audit',
  automations: 'signed',
  bots: 'signed',
  chat_conversations: 'conversations',
  chat_messages: 'conversations',
  chat_people: 'conversations',
  cms_drafts: 'drafts',
  cms_entries: 'entries',
  cms_revisions: 'signed',
  commands: 'signed',
  contact_submissions: 'messages',
  found_guilds: 'claims',
  guild_claims: 'claims',
  guild_managers: 'guilds',
  guild_settings: 'signed',
  idempotency_keys: 'calls',
  identities: 'connections',
  integrations: 'signed',
  invitations: 'invitations',
  key_requests: 'signed',
  media: 'media',
  notice_marks: 'notices_seen_at',
  outbox: 'emails',
  pending_signups: 'signups',
  redirects: 'signed',
  sessions: 'sessions',
  users: 'user',
}

/** Columns that are called as if they held a person with an account, and hold a member of a guild of Discord. */
const ofDiscord = [
  'bots.user_id',
  'command_cooldowns.user_id',
  'daily_actors.user_id',
  'events.actor_id',
  'voice_states.user_id',
]
const nameOfPerson = /^by$|_by$|(^|_)(user|by|author|actor)_id$|^e?mail$|^recipient$|^uploaded_by$/

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let life: PlantedPerson
  beforeAll(async () => {
    it = await openTestApp(engine)
    life = await plantPerson(it)
  })
  afterAll(() => it.close())

  const tables = () => it.app.db.introspection.getTables()

  /** Every column in which one of the texts stands somewhere, as `table.column`. */
  async function placesOf(texts: string[]): Promise<string[]> {
    const found = new Set<string>()
    for (const { name } of await tables())
      for (const row of await it.app.db
        .selectFrom(name as 'users')
        .selectAll()
        .execute())
        for (const [column, value] of Object.entries(row))
          if (typeof value === 'string' && texts.some((text) => value.includes(text)))
            found.add(`${name}.${column}`)
    return [...found].sort()
  }

  test('a person has rows in every table that can hold them, and the export has them all', async () => {
    const places = await placesOf(tracesOf(life))
    const marked = [...new Set(places.map((place) => place.split('.')[0]!))]
    expect(marked).toEqual(Object.keys(exported).sort())
    const columns = (await tables()).flatMap((table) =>
      table.columns.map(({ name }) => ({ name, place: `${table.name}.${name}` })),
    )
    const called = columns.filter(({ name }) => nameOfPerson.test(name)).map(({ place }) => place)
    expect(called.filter((place) => !places.includes(place)).sort()).toEqual(
      // What another key took the place of is no person.
      [...ofDiscord, 'api_keys.replaced_by', 'jobs.accept_by'].sort(),
    )

    const account = accountExport.parse(await exportAccount(life.ctx))
    for (const key of new Set(Object.values(exported))) {
      const part = account[key as keyof typeof account]
      expect([key, Array.isArray(part) ? part.length > 0 : part !== null]).toEqual([key, true])
    }
    const kinds = account.signed.map(({ of, name }) => [of, name])
    expect([...new Set(kinds.map(String))].sort()).toEqual(
      [
        'automation',
        'bot',
        'command',
        'entry',
        'integration',
        'key_request',
        'redirect',
        'revision',
        'settings',
      ].map((of) => `${of},${life.name}`),
    )
    expect(account.messages.map(({ message, note }) => [message, note])).toEqual([[life.words, 'Answered.']])
    expect(account.connections).toMatchObject([{ provider_user_id: life.identity }])
    expect(account.guilds).toMatchObject([{ guild_id: life.guildId }])
    const addresses = new Set(account.audit.map(({ address }) => address))
    expect([...addresses].sort()).toEqual([life.address, null].sort())
    const text = JSON.stringify(account)
    const { password_hash } = await it.app.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', life.id)
      .executeTakeFirstOrThrow()
    expect(text).not.toContain(password_hash!)
    expect(text).not.toContain('token_hash')
  })

  test('after a deletion, only the id and network of site actions stay in the audit log', async () => {
    const before = await placesOf([life.other.name])
    await deleteAccount(life.ctx, { password: life.password })
    // A second deletion at the same moment takes no more.
    await anonymizeUserAudit(life.ctx, life.id)
    // Kept on purpose: who did what stays one person in the log, whom nobody can name.
    expect(await placesOf(tracesOf(life))).toEqual(['audit.actor_id', 'audit.address', 'audit.target_id'])
    expect(await placesOf([life.address])).toEqual([])
    expect(await messageNames(it.app.config)).toHaveLength(1)

    const signed = await placesOf([FORMER_MEMBER])
    expect(signed).toEqual([
      'automations.updated_by',
      'bots.connected_by',
      'cms_entries.updated_by',
      'cms_revisions.by',
      'commands.updated_by',
      'guild_settings.updated_by',
      'integrations.updated_by',
      'key_requests.requested_by',
      'redirects.created_by',
    ])
    // Another of the same name, and whoever else was here, lose nothing.
    const command = it.app.db.selectFrom('commands').select('updated_by')
    const { updated_by } = await command.where('id', '=', life.other.commandId).executeTakeFirstOrThrow()
    expect(updated_by).toBe(life.other.name)
    expect(await placesOf([life.other.name])).toEqual(before)
    expect(await it.app.db.selectFrom('contact_submissions').select('email').execute()).toEqual([
      { email: life.other.email },
    ])
  })
})
