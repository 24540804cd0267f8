import { createParser } from 'eventsource-parser'
import { routeUrl, fetchFor } from '#agent-tools/tool/call.ts'
import { offset } from '#agent-tools/tool/inputs.ts'
import { askChat, followAnswer } from '#agent-tools/members/operations.ts'
import { failure, errorResult } from '#agent-tools/tool/result.ts'
import { sanitize, sanitizeLine, withTextPart } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'
import { fromJson } from '#app/primitives/json.ts'

const { conversation_id, message } = askChat.body

/** Maximum time that a call spends reading an unfinished response, in milliseconds. */
const LISTEN_MS = 15_000

/** Maximum wait for the site to close the stream of a finished response, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000

type Citation = { n: number; title: string; url: string }

/** Response text and state received so far. */
type StreamedAnswer = {
  answer_id: string
  conversation_id: string
  text: string
  citations: Citation[]
  status: string
  error: string | null
}

export const askAssistant = tool({
  name: 'ask_assistant',
  title: 'Ask a question about this site',
  description:
    'Asks a question about the published pages. Without a language model, returns the best matching passage with its page, or “Not covered here”. With a model, the response is written from the pages and cites them. Long responses are split: pass answer_id and next_offset to read more, even while status is streaming. To search without an account, use search_site.',
  uses: [askChat, followAnswer],
  input: {
    question: { ...message, minLength: 1, maxLength: 4_000, description: 'Question in plain words.' },
    conversation_id,
    answer_id: {
      type: 'string',
      maxLength: 100,
      description: 'Id of a response to continue reading, instead of a question.',
    },
    offset,
  },
  describeInput: ({ question }) => question,
  async run({ question, conversation_id: conversation, answer_id, offset: start }, { prepare, signal }) {
    if (!question === !answer_id) {
      const hint = 'Pass question to ask the assistant, or answer_id to continue reading.'
      return failure('invalid_request', 'Pass either question or answer_id.', { path: 'question', hint })
    }
    const { address, init } = answer_id
      ? { address: routeUrl(followAnswer, { params: { id: answer_id } }), init: {} }
      : prepare(askChat, { body: { message: question, conversation_id: conversation } })
    const response = await fetchFor(address, init, signal)
    if (!response.ok) return errorResult(response)
    const heard = await readStream(response)
    const facts = {
      answer_id: heard.answer_id,
      conversation_id: heard.conversation_id,
      status: heard.status,
      ...(heard.error ? { error: sanitizeLine(heard.error, 150) } : {}),
      citations: heard.citations.slice(0, 4).map(({ n, title, url }) => ({
        n,
        title: sanitizeLine(title, 60),
        path: sanitizeLine(url.replace(location.origin, ''), 90),
      })),
      page: `/chat/${heard.conversation_id}`,
    }
    return withTextPart(facts, 'answer', sanitize(heard.text), start)
  },
})

/**
 * Reads events until the response ends or the time limit is reached. Also reads the end of the stream, because agents
 * that wait for network idle treat an aborted stream as open.
 */
async function readStream(response: Response): Promise<StreamedAnswer> {
  const heard: StreamedAnswer = {
    ...{ answer_id: '', conversation_id: '', text: '' },
    ...{ citations: [], status: 'streaming', error: null },
  }
  const parser = createParser({
    onEvent({ event, data }) {
      const said = fromJson<Record<string, string> & Citation>(data)
      if (event === 'message.start')
        Object.assign(heard, { answer_id: said.message_id, conversation_id: said.conversation_id })
      if (event === 'delta') heard.text += said.text
      if (event === 'citation') heard.citations.push(said)
      if (event === 'error') heard.error = said.error ?? null
      if (event === 'message.end') heard.status = said.status ?? 'complete'
    },
  })
  // Chromium reports a response piped through a `TransformStream` as aborted.
  const reader = response.body!.getReader()
  const text = new TextDecoder()
  const until = Date.now() + LISTEN_MS
  for (let isOver = false; !isOver;) {
    const { value, done } = await readUntil(
      reader.read(),
      heard.status === 'streaming' ? until : Date.now() + CLOSE_TIMEOUT_MS,
    )
    parser.feed(text.decode(value, { stream: true }))
    isOver = done
  }
  await reader.cancel()
  return heard
}

/** Resolves to the next chunk, or to the end of the stream if `until` (epoch milliseconds) passes first. */
const readUntil = <T>(reading: Promise<T>, until: number): Promise<T | { value: undefined; done: true }> =>
  Promise.race([
    reading,
    new Promise<{ value: undefined; done: true }>((resolve) =>
      setTimeout(resolve, until - Date.now(), { value: undefined, done: true }),
    ),
  ])
