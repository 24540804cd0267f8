import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

type Message = { id?: number; method?: string; result?: unknown; error?: { message: string } }
type Answer = { content: { type: string; text?: string }[]; isError?: boolean }

/** What a tool of a server is listed as. */
export type McpTool = {
  name: string
  description: string
  annotations?: { title?: string; readOnlyHint?: boolean; destructiveHint?: boolean }
}
export type Mcp = Awaited<ReturnType<typeof connect>>

/** Milliseconds that a server has for an answer. */
const PATIENCE = 30_000

/**
 * Starts a server of the Model Context Protocol and speaks with it over its standard input and output, a line of JSON-RPC
 * each way: as much of a client as the tests need.
 */
export async function connect(script: string, args: string[], cwd: string) {
  // At the head of a group of its own, so that no browser stays behind.
  const env = { ...process.env, CI: '1' }
  const child = spawn(process.execPath, [script, ...args], { cwd, env, detached: true })
  const waiting = new Map<number, (message: Message) => void>()
  const notices: string[] = []
  let printed = ''
  let lastId = 0

  child.stderr.on('data', (bytes) => (printed += bytes))
  const ended = new Promise<void>((resolve) =>
    child.once('close', (code) => {
      for (const answer of waiting.values())
        answer({ error: { message: `the server ended with ${code}:\n${printed}` } })
      resolve()
    }),
  )
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const notify = (method: string, params = {}) => send({ method, params })

  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message
    if (message.method && message.id === undefined) notices.push(message.method)
    else if (message.method) send({ id: message.id, error: { code: -32601, message: 'not here' } })
    else waiting.get(message.id!)?.(message)
  })

  function request<T>(method: string, params = {}) {
    const id = ++lastId
    const answer = new Promise<T>((resolve, reject) => {
      const late = () => reject(new Error(`no answer to ${method} in ${PATIENCE} ms:\n${printed}`))
      const timer = setTimeout(late, PATIENCE)
      waiting.set(id, ({ result, error }) => {
        clearTimeout(timer)
        waiting.delete(id)
        if (error) reject(new Error(error.message))
        else resolve(result as T)
      })
    })
    send({ id, method, params })
    return { id, answer }
  }

  const clientInfo = { name: 'signpost-tests', version: '1' }
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }).answer
  notify('notifications/initialized')

  return {
    /** The notifications so far, by their methods. */
    notices,
    list: async () => (await request<{ tools: McpTool[] }>('tools/list').answer).tools,
    /** The text that a tool answers with. Rejects with it when the server calls it an error. */
    async call(name: string, input: object) {
      const { content, isError } = await request<Answer>('tools/call', { name, arguments: input }).answer
      const text = content.map((part) => part.text ?? '').join('\n')
      if (isError) throw new Error(text)
      return text
    },
    /** Starts a call and takes it back, which has no answer. */
    abandon(name: string, input: object) {
      const { id, answer } = request('tools/call', { name, arguments: input })
      answer.catch(() => {})
      notify('notifications/cancelled', { requestId: id, reason: 'no longer wanted' })
      waiting.get(id)!({})
    },
    async close() {
      child.stdin.end()
      const timer = setTimeout(() => child.kill(), 5_000)
      await ended
      clearTimeout(timer)
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // Nothing of the group is left.
      }
    },
  }
}
