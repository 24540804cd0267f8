import type { Citation, Message } from '#app/features/chat/schema.ts'
import { AnswerText } from '#app/features/chat/ui/answer-text.tsx'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { useAnswer } from '#app/features/chat/ui/use-answer.ts'
import { SITE_SEARCH } from '#app/platform/config/chat-limits.ts'
import { formatAmount } from '#app/primitives/count.ts'

type Props = { message: Message; modelName: string; isLast: boolean }

/** Renders an answer with its live text, sources, status and actions. */
export function ChatAnswer({ message, modelName, isLast }: Props) {
  const { content, citations } = useAnswer(message)
  const isRunning = message.status === 'streaming'
  const isSearch = message.model === SITE_SEARCH
  return (
    <div className="min-w-0" aria-busy={isRunning}>
      <h3 className="label text-muted">
        {modelName}
        <span className="sr-only">{isSearch ? ' found' : ' answers'}</span>
      </h3>
      <div className="mt-1">
        <AnswerText text={content} citations={citations} />
      </div>
      {isRunning && (
        <p className="mt-3 text-muted">
          <span data-scripted>Writing …</span>
          <span data-unscripted>This answer is in progress. Reload the page to see more of the answer.</span>
        </p>
      )}
      {message.status === 'stopped' && <p className="mt-3 text-muted">You stopped this answer.</p>}
      {message.error && <p className="mt-3 font-semibold text-stop">{message.error.error}</p>}
      {isSearch ? (
        <Sources citations={otherPassages(citations, content)} one="other passage" many="other passages" />
      ) : (
        <Sources citations={citedSources(citations, content)} one="source" many="sources" />
      )}
      {!isRunning && (
        <div className="mt-3 flex flex-wrap gap-2">
          {content && (
            <div data-scripted>
              <CopyButton label="Copy" what="the answer as Markdown" text={content} />
            </div>
          )}
          {isLast && !(isSearch && message.status === 'complete') && (
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

/** Returns the citations in the text, or all citations if the text has none. */
function citedSources(citations: Citation[], text: string) {
  const used = citations.filter(({ n }) => text.includes(`[${n}]`))
  return used.length ? used : citations
}

/** Returns the passages that a search found but does not quote. */
const otherPassages = (citations: Citation[], text: string) =>
  citations.filter(({ n }) => !text.includes(`[${n}]`))

function Sources({ citations, one, many }: { citations: Citation[]; one: string; many: string }) {
  if (!citations.length) return null
  return (
    <details className="more mt-3">
      <summary>{formatAmount(citations.length, one, many)}</summary>
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
