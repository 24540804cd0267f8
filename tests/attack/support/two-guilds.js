/** The guilds of the attack, and an automation for them. */

export const guildA = '100000000000000001'
export const guildB = '100000000000000002'

/** Makes a guild known to a server. @param {import('#tests/attack/support/server.js').Server} server @param {string} id @param {string} name */
export const addGuild = (server, id, name) => server.cli(['guilds', 'add', '--id', id, '--name', name])

/** @param {string} name @param {Record<string, unknown>} [more] */
export const automation = (name, more = {}) => ({
  name,
  enabled: true,
  trigger: { events: ['MESSAGE_CREATE'], schedule: null },
  actions: [{ type: 'SEND_MESSAGE', config: { channel_id: '300000000000000002', content: 'hello' } }],
  ...more,
})
