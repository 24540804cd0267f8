import { sign } from 'node:crypto'
import { join } from 'node:path'

/** @typedef {import('./load.js').Target} Target */
/** @typedef {{ base: string, guild: string, data: string, x: string, privateKey: import('node:crypto').KeyObject, floor: (kind: string, settings: object) => Promise<string> }} Bench */

const path = '/api/discord/interactions'

/** Somebody uses `/ping`, each time another: looked up, answered, counted. The floor checks the signature and runs as many statements. @param {Bench} bench */
export async function commandSubject({ base, guild, data, x, privateKey, floor }) {
  let last = 0
  const fresh = () => signed(privateKey, use(guild, `9${String(++last).padStart(17, '0')}`))
  const method = /** @type {const} */ ('POST')
  const bare = await floor('command', { publicKey: x, file: join(data, 'signpost.db') })
  return {
    ours: { url: base + path, method, fresh },
    floor: { url: bare + path, method, fresh },
  }
}

/** @param {string} guild @param {string} id */
const use = (guild, id) =>
  JSON.stringify({
    id,
    application_id: '900000000000000001',
    type: 2,
    version: 1,
    token: 'x'.repeat(200),
    guild_id: guild,
    channel_id: '300000000000000001',
    channel: { id: '300000000000000001', name: 'general', type: 0 },
    member: { user: { id: '800000000000000001', username: 'ada', global_name: 'Ada' }, permissions: '2048' },
    data: { id: '500000000000000001', name: 'ping', type: 1, options: [] },
    locale: 'en-GB',
    app_permissions: '2048',
    context: 0,
  })

/** @param {import('node:crypto').KeyObject} privateKey @param {string} body */
function signed(privateKey, body) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex')
  const headers = { 'X-Signature-Ed25519': signature, 'X-Signature-Timestamp': timestamp }
  return { headers: { 'Content-Type': 'application/json', ...headers }, body }
}

/** What a bare server does with a command, on a copy of our database: the same statements, prepared once, in one transaction. @param {string} file @returns {Promise<(body: Buffer) => string>} */
export async function commandWriter(file) {
  const driver = Number(process.versions.node.split('.')[0]) >= 22 ? 'better-sqlite3-napi' : 'better-sqlite3'
  const { default: Database } = await import(driver)
  const copy = `${file}.floor`
  new Database(file).exec(`vacuum into '${copy}'`).close()
  const database = new Database(copy)
  for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON'])
    database.pragma(pragma)
  const find = database.prepare('select * from commands where guild_id = ? and type = ? and name = ?')
  const writes = {
    interaction: `insert into interactions (id, guild_id, answer, created_at) values (@id, @guild, @answer, @at)
      on conflict (guild_id, id) do nothing returning id`,
    command:
      'update commands set use_count = use_count + 1, last_used_at = @at where id = @command returning id',
    guild:
      'update guilds set stats_changed_at = @at, stats_revision = stats_revision + 1 where id = @guild returning id',
    event: `insert into events (id, guild_id, type, occurred_at, received_at, actor, actor_id, target, channel, data)
      values (@id, @guild, 'COMMAND_USE', @at, @at, @actor, @actorId, null, @channel, @data)
      on conflict (guild_id, id) do nothing returning id`,
    day: `insert into daily_stats (guild_id, date, command_count, total_events) values (@guild, @day, 1, 1)
      on conflict (guild_id, date) do update set command_count = command_count + 1, total_events = total_events + 1
      returning date`,
    hour: `insert into hourly_stats (guild_id, date, hour, message_count, total_events) values (@guild, @day, @hour, 0, 1)
      on conflict (guild_id, date, hour) do update set total_events = total_events + 1 returning date`,
    name: `insert into daily_commands (guild_id, date, name, use_count, error_count) values (@guild, @day, 'ping', 1, 0)
      on conflict (guild_id, date, name) do update set use_count = use_count + 1 returning date`,
  }
  const prepared = Object.values(writes).map((sql) => database.prepare(sql))
  const write = database.transaction((/** @type {object} */ values) => {
    for (const statement of prepared) statement.get(values)
  })
  return (body) => {
    const { id, guild_id: guild, channel, member, data } = JSON.parse(body.toString())
    const found = find.get(guild, data.type, data.name)
    const content = JSON.parse(found.response).content.replace('{user.mention}', `<@${member.user.id}>`)
    const answer = JSON.stringify({ type: 4, data: { content, allowed_mentions: { parse: [] } } })
    const at = new Date().toISOString()
    write.immediate({
      id,
      guild,
      answer,
      at,
      day: at.slice(0, 10),
      hour: Number(at.slice(11, 13)),
      command: found.id,
      actor: JSON.stringify({ id: member.user.id, name: member.user.global_name, is_bot: false }),
      actorId: member.user.id,
      channel: JSON.stringify({ id: channel.id, name: channel.name }),
      data: JSON.stringify({ command: data.name, failed: false }),
    })
    return answer
  }
}
