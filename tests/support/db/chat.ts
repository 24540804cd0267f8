import { createParser } from 'eventsource-parser'
import type { Context } from '#app/context.server.ts'
import { askAndFollow, followAnswer } from '#app/features/chat/stream-answer.server.ts'
import type { Ask } from '#app/features/chat/schema.ts'
import { makeStreams } from '#app/platform/live/stream-registry.server.ts'

/** An event of an answer as who follows it hears it. */
export type Heard = { id: number | null; event: string; data: Record<string, unknown> }

/** Takes a text of Server-Sent Events apart. */
export function eventsIn(text: string): Heard[] {
  const heard: Heard[] = []
  const parser = createParser({
    onEvent: ({ id, event = '', data }) =>
      heard.push({ id: id === undefined ? null : Number(id), event, data: JSON.parse(data) }),
  })
  parser.feed(text)
  return heard
}

/** What was said in the events, put together. */
export const textOf = (heard: Heard[]): string =>
  heard
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data.text)
    .join('')

export const lastOf = (heard: Heard[]): Heard => heard.at(-1)!

/** With streams of its own, that no other test uses up. */
export const apart = (ctx: Context): Context => ({ ...ctx, streams: makeStreams() })

async function read(chunks: AsyncIterable<string>): Promise<Heard[]> {
  let text = ''
  for await (const piece of chunks) text += piece
  return eventsIn(text)
}

/** Asks and hears the answer to its end. */
export const heardBy = async (ctx: Context, input: Ask): Promise<Heard[]> =>
  read((await askAndFollow(apart(ctx), input)).chunks)

/** Hears an answer from the event after `after` on, to its end. */
export const heardAfter = async (ctx: Context, id: string, after = 0): Promise<Heard[]> =>
  read((await followAnswer(apart(ctx), { id, after })).chunks)

/** The ids that an answer begins with. */
export function begunIn(heard: Heard[]): { messageId: string; conversationId: string } {
  const { message_id, conversation_id } = heard[0]!.data as { message_id: string; conversation_id: string }
  return { messageId: message_id, conversationId: conversation_id }
}
