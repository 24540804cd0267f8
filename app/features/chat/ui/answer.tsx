import { useState } from 'react'
import type { Citation, Message } from '#app/features/chat/schema.ts'
import { AnswerText } from '#app/features/chat/ui/answer-text.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { useAnswer } from '#app/features/chat/ui/use-answer.ts'

type Props = { message: Message; modelName: string; isLast: boolean }

/** An answer: its text as it grows, where it is from, how it ended, and what can be done with it. */
export function ChatAnswer({ message, modelName, isLast }: Props) {
  const { content, citations } = useAnswer(message)
  const isRunning = message.status === 'streaming'
  return (
    <div className="min-w-0" aria-busy={isRunning}>
      <h3 className="label text-muted">
        {modelName}
        <span className="sr-only"> answers</span>
      </h3>
      <div className="mt-1">
        <AnswerText text={content} citations={citations} />
      </div>
      {isRunning && (
        <p className="mt-3 text-muted">
          <span data-scripted>Writing …</span>
          <span data-unscripted>This answer is being written. Load the page again to see more of it.</span>
        </p>
      )}
      {message.status === 'stopped' && <p className="mt-3 text-muted">You stopped this answer.</p>}
      {message.error && <p className="mt-3 font-semibold text-stop">{message.error.error}</p>}
      <Sources citations={citedSources(citations, content)} />
      {!isRunning && (
        <div className="mt-3 flex flex-wrap gap-2">
          {content && <CopyButton text={content} />}
          {isLast && (
            <PostForm
              intent="retry"
              button="Try again"
              busy="Asking"
              look="button"
              className=""
              buttonClassName="small"
            >
              <input type="hidden" name="retry_of" value={message.id} />
              {message.model && <input type="hidden" name="model" value={message.model} />}
            </PostForm>
          )}
        </div>
      )}
    </div>
  )
}

/** What the text refers to; all that was looked at where it refers to nothing. */
function citedSources(citations: Citation[], text: string) {
  const used = citations.filter(({ n }) => text.includes(`[${n}]`))
  return used.length ? used : citations
}

function Sources({ citations }: { citations: Citation[] }) {
  if (!citations.length) return null
  return (
    <details className="more mt-3">
      <summary>{citations.length === 1 ? '1 source' : `${citations.length} sources`}</summary>
      <ol className="space-y-3 pt-1 pb-2">
        {citations.map(({ n, title, heading, url, snippet }) => (
          <li key={n} className="grid grid-cols-[2.25rem_minmax(0,1fr)]">
            <span className="text-muted">[{n}]</span>
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <a href={url} className="link inline-block py-0.5">
                {heading === title ? title : `${title}: ${heading}`}
              </a>
              <p className="text-[0.9375rem] text-soft">{snippet}</p>
            </div>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** How long the button says what became of it, in milliseconds. */
const FEEDBACK_MS = 2_000

function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState<string | null>(null)
  async function copy() {
    setSaid(
      await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Could not copy',
      ),
    )
    setTimeout(() => setSaid(null), FEEDBACK_MS)
  }
  return (
    <div data-scripted>
      <button type="button" className="button small" onClick={() => void copy()}>
        {said ?? 'Copy'}
        <span className="sr-only"> the answer as Markdown</span>
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  )
}
