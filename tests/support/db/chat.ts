import { createParser } from 'eventsource-parser'
import type { Context } from '#app/context.server.ts'
import { askAndStream, streamAnswer } from '#app/features/chat/stream-answer.server.ts'
import type { Ask } from '#app/features/chat/schema.ts'
import { createStreamRegistry } from '#app/platform/live/stream-registry.server.ts'

/** An event of an answer as who follows it hears it. */
export type StreamedEvent = { id: number | null; event: string; data: Record<string, unknown> }

/** Takes a text of Server-Sent Events apart. */
export function eventsIn(text: string): StreamedEvent[] {
  const heard: StreamedEvent[] = []
  const parser = createParser({
    onEvent: ({ id, event = '', data }) =>
      heard.push({ id: id === undefined ? null : Number(id), event, data: JSON.parse(data) }),
  })
  parser.feed(text)
  return heard
}

/** What was said in the events, put together. */
export const textOf = (heard: StreamedEvent[]): string =>
  heard
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data.text)
    .join('')

export const lastOf = (heard: StreamedEvent[]): StreamedEvent => heard.at(-1)!

/** With streams of its own, that no other test uses up. */
export const withOwnStreams = (ctx: Context): Context => ({ ...ctx, streamRegistry: createStreamRegistry() })

async function read(chunks: AsyncIterable<string>): Promise<StreamedEvent[]> {
  let text = ''
  for await (const piece of chunks) text += piece
  return eventsIn(text)
}

/** Asks and hears the answer to its end. */
export const askAndCollect = async (ctx: Context, input: Ask): Promise<StreamedEvent[]> =>
  read((await askAndStream(withOwnStreams(ctx), input)).chunks)

/** Hears an answer from the event after `after` on, to its end. */
export const collectAfter = async (ctx: Context, id: string, after = 0): Promise<StreamedEvent[]> =>
  read((await streamAnswer(withOwnStreams(ctx), { id, after })).chunks)

/** The ids that an answer begins with. */
export function startedIds(heard: StreamedEvent[]): { messageId: string; conversationId: string } {
  const { message_id, conversation_id } = heard[0]!.data as { message_id: string; conversation_id: string }
  return { messageId: message_id, conversationId: conversation_id }
}
