/** A Discord API that knows two guilds and records every write. */
import { createServer } from 'node:http'

/**
 * @typedef {object} Guild
 * @property {string} id
 * @property {string[]} channels
 * @property {string[]} roles
 * @property {string[]} members
 */

/** @param {number} port @param {Guild[]} guilds @param {string} bot */
export async function startDiscord(port, guilds, bot) {
  /** @type {{method: string, path: string, body: any}[]} */
  const writes = []
  /** @type {Map<string, string>} */
  const directs = new Map()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const path = String(request.url?.split('?')[0]).replace(/^\/(api\/)?v\d+/, '')
      const reply = (/** @type {number} */ status, /** @type {unknown} */ body) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(status === 204 ? '' : JSON.stringify(body))
      }
      const missing = () => reply(404, { message: 'Unknown', code: 10003 })
      const parts = path.split('/').filter(Boolean)
      const subject = parts[1] ?? ''
      const guild = guilds.find(({ id }) => id === subject)
      const channelOf = guilds.find(({ channels }) => channels.includes(subject))
      if (request.method !== 'GET') {
        let body
        try {
          body = JSON.parse(text || 'null')
        } catch {
          body = text
        }
        writes.push({ method: String(request.method), path, body })
        if (path === '/users/@me/channels') {
          const id = `9${String(body?.recipient_id ?? '').slice(1)}`
          directs.set(id, body?.recipient_id)
          return reply(200, { id, type: 1, recipients: [{ id: body?.recipient_id }] })
        }
        if (/messages$|threads$/.test(path))
          return reply(200, { id: '800000000000000001', channel_id: parts[1] })
        return reply(204, null)
      }
      if (path === '/users/@me') return reply(200, { id: bot, username: 'bot', bot: true })
      if (parts[0] === 'channels' && parts.length === 2) {
        if (directs.has(subject)) return reply(200, { id: subject, type: 1 })
        return channelOf ? reply(200, { id: subject, type: 0, guild_id: channelOf.id, name: 'c' }) : missing()
      }
      if (parts[0] === 'guilds' && guild) {
        const roles = guild.roles.map((id) => ({ id, name: 'r', position: 1, permissions: '0' }))
        const member = (/** @type {string} */ id) => ({
          user: { id, username: 'u' },
          roles: [],
          joined_at: '2026-01-01T00:00:00Z',
        })
        if (parts.length === 2) return reply(200, { id: guild.id, name: 'g', roles, owner_id: bot })
        if (parts[2] === 'roles')
          return parts[3]
            ? guild.roles.includes(parts[3])
              ? reply(
                  200,
                  roles.find(({ id }) => id === parts[3]),
                )
              : missing()
            : reply(200, roles)
        if (parts[2] === 'channels')
          return reply(
            200,
            guild.channels.map((id) => ({ id, type: 0, guild_id: guild.id })),
          )
        if (parts[2] === 'threads') return reply(200, { threads: [], members: [] })
        if (parts[2] === 'members' && parts[3])
          return guild.members.includes(parts[3]) || parts[3] === bot
            ? reply(200, member(parts[3]))
            : missing()
      }
      return missing()
    })
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  return {
    url: `http://127.0.0.1:${port}/api`,
    writes,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
