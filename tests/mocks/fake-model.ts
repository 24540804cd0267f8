import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What was asked of the model. */
export type AskedOfModel = {
  path: string
  headers: IncomingMessage['headers']
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] }
}

type Answer = (response: ServerResponse, asked: AskedOfModel) => unknown

/** A piece of an answer as OpenAI’s API sends it. */
export const chunkOf = (content: string, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: null, ...more }] })}\n\n`

export const lastChunk = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
export const usageChunk =
  'data: {"choices":[],"usage":{"prompt_tokens":812,"completion_tokens":3,"total_tokens":815}}\n\n'
export const done = 'data: [DONE]\n\n'

/** Sends Server-Sent Events and ends. */
export const sends =
  (...pieces: string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
    response.end()
  }

/** Sends these and stays open, until whoever asks goes away. */
export const hangsAfter =
  (...pieces: string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.flushHeaders()
    for (const piece of pieces) response.write(piece)
  }

/** Sends these and stays open until `goOn` is called, then sends the others and ends. */
export function inTwo(first: string[], rest: string[]) {
  let goOn = () => {}
  const gone = new Promise<void>((resolve) => (goOn = resolve))
  const answer: Answer = async (response, asked) => {
    await hangsAfter(...first)(response, asked)
    await gone
    for (const piece of rest) response.write(piece)
    response.end()
  }
  return { answer, goOn }
}

export const says = (...words: string[]): Answer =>
  sends(': hello\n\n', ...words.map((word) => chunkOf(word)), lastChunk, usageChunk, done)

/** A server that speaks the API of chat completions as it is told to; `open` are the answers that are still being sent. */
export async function aModel() {
  const asked: AskedOfModel[] = []
  const open = new Set<ServerResponse>()
  let answer: Answer = says('Hello', ' you', ' [1].')
  const server = createServer(async (request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    const one = {
      path: request.url!,
      headers: request.headers,
      body: JSON.parse((await text(request)) || 'null'),
    }
    asked.push(one)
    await answer(response, one)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    open,
    answers: (how: Answer) => void (answer = how),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeModel = Awaited<ReturnType<typeof aModel>>
