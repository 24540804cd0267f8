import { useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import type { Conversation, Message, Model } from '#app/features/chat/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { ChatAnswer } from '#app/features/chat/ui/answer.tsx'
import { ChatComposer } from '#app/features/chat/ui/composer.tsx'
import { ConversationList, ConversationTools } from '#app/features/chat/ui/conversation-list.tsx'
import { ChatWelcome } from '#app/features/chat/ui/welcome.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useChatKeys, useAnswerAnnouncement, useStickToBottom } from '#app/features/chat/ui/use-chat.ts'

type Props = {
  conversation: Conversation | null
  messages: Message[]
  models: Model[]
  /** Suggested questions for a new conversation. */
  examples: readonly string[]
  conversations: Conversation[]
  refusal: FormRefusal | undefined
}

/** Returns the title of a new conversation: without a language model, the chat is a search. */
export const chatTitle = (models: Model[]) => (models.length > 1 ? 'Ask this site' : 'Search with quotes')

/** Renders the chat page, with the list of conversations, the open conversation and the question field. */
export function ChatPage({ conversation, messages, models, examples, conversations, refusal }: Props) {
  const turns = turnsOf(messages)
  const last = turns.at(-1)
  const isRunning = last?.answer?.status === 'streaming'
  const asking = usePendingQuestion()
  const log = useRef<HTMLOListElement>(null)
  const news = useAnswerAnnouncement(last?.answer)
  useChatKeys(log, isRunning)
  useStickToBottom(log, isRunning)
  const nameOf = (id: string | null) => models.find((model) => model.id === id)?.name ?? id ?? 'Answer'
  const elsewhere = refusalFor('retry', refusal) ?? refusalFor('stop', refusal)
  return (
    <Main className="frame py-8 sm:py-10">
      <a href="#question" className="skip">
        Skip to the question
      </a>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <ConversationList conversations={conversations} here={conversation?.id ?? null} />
        <div className="min-w-0">
          <h1 className="text-3xl [overflow-wrap:anywhere] sm:text-4xl">
            {conversation?.title ?? chatTitle(models)}
          </h1>
          {conversation && <ConversationTools conversation={conversation} refusal={refusal} />}
          {!turns.length && !asking && <ChatWelcome models={models} examples={examples} />}
          <ol ref={log} className="mt-6 space-y-10">
            {turns.map(({ question, answer }) => (
              <li
                key={question.id}
                id={question === last?.question ? 'latest' : undefined}
                data-turn
                tabIndex={-1}
                className="scroll-mt-6 outline-offset-8"
              >
                <Question text={question.content} />
                {answer && (
                  <ChatAnswer
                    key={answer.id}
                    message={answer}
                    modelName={nameOf(answer.model)}
                    isLast={question === last?.question}
                  />
                )}
              </li>
            ))}
            {asking && (
              <li>
                <Question text={asking} />
                <p className="text-muted">{models.length > 1 ? 'Asking …' : 'Searching …'}</p>
              </li>
            )}
          </ol>
          {elsewhere && (
            <div className="mt-6">
              <Notice tone="stop" title={elsewhere.error} />
            </div>
          )}
          <ChatComposer
            models={models}
            model={last?.answer?.model ?? models.find((model) => model.default)!.id}
            before={last?.question.content ?? null}
            isRunning={isRunning}
            refusal={refusalFor('ask', refusal)}
          />
          <p role="status" className="sr-only">
            {news}
          </p>
        </div>
      </div>
    </Main>
  )
}

function Question({ text }: { text: string }) {
  return (
    <div className="question">
      <h2 className="label text-muted">
        You<span className="sr-only"> asked</span>
      </h2>
      <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
    </div>
  )
}

/** Pairs each question with its answer. */
function turnsOf(messages: Message[]) {
  return messages.flatMap((question, index) => {
    const next = messages[index + 1]
    return question.role === 'user' ? [{ question, answer: next?.role === 'assistant' ? next : null }] : []
  })
}

/** Returns the question that is being sent, or null. */
function usePendingQuestion(): string | null {
  const { state, formData } = useNavigation()
  const isAsking = state !== 'idle' && formData?.get('intent') === 'ask'
  return isAsking ? String(formData.get('message') ?? '').trim() || null : null
}
