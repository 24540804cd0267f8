import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { asCreated, type FakeGuild, type FakeUser } from '#tests/mocks/fake-discord-world.ts'

type Dispatch = { op: 0; t: string; s: number; d: unknown }
type Session = {
  id: string
  intents: number
  shard: Shard
  seq: number
  log: Dispatch[]
  socket: WebSocket | null
}
/** Number of a shard, and the number of shards. */
type Shard = [id: number, count: number]
type Of = { id?: string; guild_id?: string }
type Asked = { op: number; d: Record<string, unknown> }

/** The privileged intents. */
export const privileged = { members: 1 << 1, presences: 1 << 8, content: 1 << 15 }

type World = {
  token: string
  bot: FakeUser
  application: string
  guilds: Map<string, FakeGuild>
  heartbeatMs: number
}

const isOn = ([id, count]: Shard, guildId: string) => Number((BigInt(guildId) >> 22n) % BigInt(count)) === id

/** Discord’s gateway, version 10 in JSON without compression. A session gets the dispatches of the guilds of its shard. */
export function fakeGateway(server: Server, url: () => string, world: World) {
  const sockets = new WebSocketServer({ server, path: '/gateway' })
  const sessions = new Map<string, Session>()
  const state = { refusedIntents: 0, closed: false, tries: 0 }
  const identifies: { intents: number; at: number; shard: Shard }[] = []
  const resumes: { session: string; seq: number; replayed: number; accepted: boolean }[] = []

  sockets.on('connection', (socket) => {
    state.tries += 1
    if (state.closed) return socket.terminate()
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: world.heartbeatMs } }))
    socket.on('error', () => {})
    socket.on('message', (data) => answer(socket, JSON.parse(String(data)) as Asked))
    socket.on('close', (code) => leave(socket, code))
  })

  function leave(socket: WebSocket, code: number) {
    for (const session of sessions.values()) {
      if (session.socket !== socket) continue
      session.socket = null
      // A client that says goodbye like this cannot come back to the session.
      if (code === 1000 || code === 1001) sessions.delete(session.id)
    }
  }

  function answer(socket: WebSocket, { op, d }: Asked) {
    if (op === 1) return socket.send(JSON.stringify({ op: 11 }))
    if (op === 2) return identify(socket, d as { token: string; intents: number; shard?: Shard })
    if (op === 6) return resume(socket, d as { token: string; session_id: string; seq: number })
    if (op === 8) return listMembers(socket, d as { guild_id: string; nonce?: string })
  }

  function identify(
    socket: WebSocket,
    { token, intents, shard = [0, 1] }: { token: string; intents: number; shard?: Shard },
  ) {
    identifies.push({ intents, at: Date.now(), shard })
    if (token !== world.token) return socket.close(4004, 'Authentication failed.')
    if (intents & state.refusedIntents) return socket.close(4014, 'Disallowed intent(s).')
    const session: Session = { id: randomUUID().replaceAll('-', ''), intents, shard, seq: 0, log: [], socket }
    sessions.set(session.id, session)
    const guilds = [...world.guilds.values()].filter(({ id }) => isOn(shard, id))
    tell(session, 'READY', {
      v: 10,
      user: world.bot,
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      shard,
      session_id: session.id,
      resume_gateway_url: url(),
      application: { id: world.application, flags: 0 },
    })
    for (const guild of guilds) tell(session, 'GUILD_CREATE', asCreated(guild))
  }

  function resume(
    socket: WebSocket,
    { token, session_id, seq }: { token: string; session_id: string; seq: number },
  ) {
    const session = sessions.get(session_id)
    const accepted = token === world.token && session !== undefined && seq <= session.seq
    const missed = accepted ? session.log.filter(({ s }) => s > seq) : []
    resumes.push({ session: session_id, seq, replayed: missed.length, accepted })
    if (!accepted) return socket.send(JSON.stringify({ op: 9, d: false }))
    session.socket?.terminate()
    session.socket = socket
    for (const one of missed) socket.send(JSON.stringify(one))
    tell(session, 'RESUMED', {})
  }

  function listMembers(socket: WebSocket, { guild_id, nonce }: { guild_id: string; nonce?: string }) {
    const session = [...sessions.values()].find((one) => one.socket === socket)
    const guild = world.guilds.get(guild_id)
    if (!session || !guild || !(session.intents & privileged.members)) return
    const pieces = Math.max(1, Math.ceil(guild.members.length / 1_000))
    for (let index = 0; index < pieces; index += 1) {
      const members = guild.members.slice(index * 1_000, (index + 1) * 1_000)
      tell(session, 'GUILD_MEMBERS_CHUNK', {
        guild_id,
        members,
        chunk_index: index,
        chunk_count: pieces,
        nonce,
      })
    }
  }

  /** Sends what the session may see and keeps it for a resume. */
  function tell(session: Session, t: string, d: object) {
    if (/^GUILD_MEMBER_(ADD|REMOVE|UPDATE)$/.test(t) && !(session.intents & privileged.members)) return
    const hidden = /^MESSAGE_(CREATE|UPDATE)$/.test(t) && !(session.intents & privileged.content)
    session.seq += 1
    const dispatch: Dispatch = { op: 0, t, s: session.seq, d: hidden ? { ...d, content: '' } : d }
    session.log.push(dispatch)
    session.socket?.send(JSON.stringify(dispatch))
  }

  return {
    identifies,
    resumes,
    /** Says something to everybody who is there, and to those who are away when they come back. */
    dispatch(t: string, d: object) {
      const { id = '0', guild_id = /^GUILD_(CREATE|UPDATE|DELETE)$/.test(t) ? id : '0' } = d as Of
      for (const session of sessions.values()) if (isOn(session.shard, guild_id)) tell(session, t, d)
    },
    /** Returns the connected shards. */
    shards: () =>
      [...sessions.values()].flatMap(({ socket, shard }) => (socket?.readyState === 1 ? [shard] : [])),
    /** Sends a guild, without a copy for resumed sessions. */
    announce(guild: FakeGuild) {
      for (const session of sessions.values()) {
        if (!isOn(session.shard, guild.id)) continue
        tell(session, 'GUILD_CREATE', asCreated(guild))
        session.log.length = 0
      }
    },
    /** How many sockets were opened, whatever became of them. */
    tries: () => state.tries,
    connected: () => [...sessions.values()].some(({ socket }) => socket?.readyState === 1),
    /** Cuts every socket as a network does, or with a close code. */
    cut(code?: number) {
      for (const client of sockets.clients) {
        if (code) client.close(code)
        else client.terminate()
      }
    },
    /** Forgets every session: who comes back has to begin anew. */
    invalidate() {
      for (const session of sessions.values()) session.socket?.send(JSON.stringify({ op: 9, d: false }))
      sessions.clear()
    },
    /** Forgets sessions without a word, as after too long an absence. */
    forget: () => sessions.clear(),
    refuseIntents: (bits: number) => void (state.refusedIntents = bits),
    /** As if nobody listened: sockets are cut and none is taken until it is open again. */
    close(closed = true) {
      state.closed = closed
      if (closed) for (const client of sockets.clients) client.terminate()
    },
    stop() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

export type FakeGateway = ReturnType<typeof fakeGateway>
