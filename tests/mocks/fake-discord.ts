import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fakeApplication } from '#tests/mocks/fake-discord-application.ts'
import { fakeGateway } from '#tests/mocks/fake-discord-gateway.ts'
import { restRoutes, type Call, type Reply } from '#tests/mocks/fake-discord-rest.ts'
import { newId, type FakeGuild, type FakeMessage, type FakeUser } from '#tests/mocks/fake-discord-world.ts'

/** What to do in place of an answer: `status` answers this, `delay` waits so many milliseconds before, `hang` never answers. */
export type Trouble = Partial<Reply> & { delay?: number; hang?: boolean }
export type Matcher = string | RegExp | ((call: Call) => boolean)
type Rule = { matcher: Matcher; trouble: Trouble; left: number }

/**
 * Discord for a bot, over real sockets on this machine: REST and the gateway. What a call does shows in `calls` and
 * `messages`, and the gateway tells of it as Discord does.
 */
export async function fakeDiscord({
  guilds = [] as FakeGuild[],
  heartbeatMs = 41_250,
  shards = { count: 1, concurrency: 1 },
} = {}) {
  const application = '900000000000000001'
  const bot: FakeUser = { id: '900000000000000002', username: 'signpost', global_name: null, bot: true }
  // As at Discord, it begins with the id of the bot.
  const token = `${Buffer.from(bot.id).toString('base64url')}.is.secret-of-tests`
  const calls: Call[] = []
  const rules: Rule[] = []
  const known = new Map(guilds.map((guild) => [guild.id, guild]))
  const messages: FakeMessage[] = []

  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const gatewayUrl = () => `ws://127.0.0.1:${port}/gateway`
  const gateway = fakeGateway(server, gatewayUrl, { token, bot, application, guilds: known, heartbeatMs })
  const own = fakeApplication(application, known)
  const routes = [...own.routes, ...restRoutes({ bot, gatewayUrl, shards, guilds: known, messages, gateway })]

  async function take(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const sent = await text(request)
    const call: Call = {
      method: request.method ?? '',
      path: pathname.replace(/^\/api\/v10/, ''),
      query: searchParams,
      headers: request.headers,
      body: sent ? (JSON.parse(sent) as Record<string, unknown>) : null,
      at: Date.now(),
    }
    calls.push(call)
    const rule = rules.find((one) => one.left > 0 && fits(one.matcher, call))
    if (rule) rule.left -= 1
    const { delay = 0, hang, status, body, headers } = rule?.trouble ?? {}
    if (hang) return
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
    const reply = status ? { status, body, headers } : answer(call)
    const type = reply.status === 204 ? {} : { 'Content-Type': 'application/json' }
    response.writeHead(reply.status, { ...type, ...reply.headers })
    response.end(reply.status === 204 ? undefined : JSON.stringify(reply.body ?? {}))
  }

  function answer(call: Call): Reply {
    const isProved = /^\/(webhooks|interactions)\//.test(call.path)
    if (!isProved && call.headers.authorization !== `Bot ${token}`)
      return { status: 401, body: { message: '401: Unauthorized', code: 0 } }
    for (const [method, path, reply] of routes) {
      const found = path.exec(call.path)
      if (found && method === call.method) return reply(found.slice(1), call)
    }
    return { status: 404, body: { message: '404: Not Found', code: 0 } }
  }

  return {
    /** What a process is given to take this for Discord. */
    env: {
      DISCORD_APPLICATION_ID: application,
      DISCORD_BOT_TOKEN: token,
      DISCORD_API_URL: `http://127.0.0.1:${port}/api`,
    },
    bot,
    /** The application at Discord, which a test may change. */
    application: own.state,
    guilds: known,
    /** Every call so far, also those that met trouble. */
    calls,
    /** What the bot has posted and not deleted. */
    messages,
    gateway,
    /** The calls of a method whose path fits. */
    callsOf: (method: string, path: Matcher) =>
      calls.filter((call) => call.method === method && fits(path, call)),
    /** Makes trouble for calls that fit, the next `times` of them; the returned function ends it. */
    trouble(matcher: Matcher, trouble: Trouble, times = Infinity) {
      const rule = { matcher, trouble, left: times }
      rules.unshift(rule)
      return () => void (rule.left = 0)
    },
    /** Somebody writes a message; the bot is told of it. */
    addMessage(message: Pick<FakeMessage, 'channel_id' | 'guild_id' | 'author'> & Record<string, unknown>) {
      const whole: FakeMessage = { id: newId(), timestamp: new Date().toISOString(), type: 0, ...message }
      messages.push(whole)
      gateway.dispatch('MESSAGE_CREATE', whole)
      return whole
    },
    async stop() {
      gateway.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeDiscord = Awaited<ReturnType<typeof fakeDiscord>>

/** Discord’s answer to who asks too often; `seconds` until the next try. */
export const limited = (seconds: number, global = false): Trouble => ({
  status: 429,
  headers: { 'Retry-After': String(seconds), 'X-RateLimit-Scope': global ? 'global' : 'user' },
  body: { message: 'You are being rate limited.', retry_after: seconds, global },
})

const fits = (matcher: Matcher, call: Call) =>
  typeof matcher === 'function'
    ? matcher(call)
    : typeof matcher === 'string'
      ? call.path === matcher
      : matcher.test(call.path)
