import type { Conversation } from '#app/features/chat/schema.ts'

type Props = { conversations: Conversation[]; here: string | null }

/** The conversations, beside the one that is open; on a phone folded above it. */
export function ChatList({ conversations, here }: Props) {
  const list = (
    <>
      <p>
        <a href="/chat" className="step quiet" aria-current={here === null ? 'page' : undefined}>
          New conversation
        </a>
      </p>
      {conversations.length > 0 && (
        <ul className="mt-2 border-t border-line pt-2">
          {conversations.map(({ id, title }) => (
            <li key={id} className="min-w-0 [overflow-wrap:anywhere]">
              <a href={`/chat/${id}`} className="step quiet" aria-current={id === here ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action="/logout" className="mt-4">
        <button type="submit" className="button small">
          Sign out
        </button>
      </form>
    </>
  )
  return (
    <>
      <nav aria-label="Conversations" className="chat-pane hidden lg:block">
        {list}
      </nav>
      <details className="more lg:hidden">
        <summary className="flex min-h-11 items-center">
          Conversations
          {conversations.length > 0 && (
            <span className="ml-2 font-normal text-muted">{conversations.length}</span>
          )}
        </summary>
        <nav aria-label="Conversations" className="pb-2">
          {list}
        </nav>
      </details>
    </>
  )
}
