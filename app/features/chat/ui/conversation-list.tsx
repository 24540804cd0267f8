import type { Conversation } from '#app/features/chat/schema.ts'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { type FormRefusal, refusalFor } from '#app/ui/forms/refusal.ts'
import { SignOut } from '#app/ui/layout/section-layout.tsx'

/** Renders the list of conversations beside the open conversation, or collapsed above it on a phone. */
export function ConversationList({
  conversations,
  here,
}: {
  conversations: Conversation[]
  here: string | null
}) {
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
      <SignOut className="mt-4" />
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

type ConversationToolsProps = { conversation: Conversation; refusal: FormRefusal | undefined }

/** Renders the collapsed actions of a conversation. The actions expand if one of them was refused. */
export function ConversationTools({ conversation, refusal }: ConversationToolsProps) {
  const { id, title } = conversation
  const [renaming, deleting] = [refusalFor('rename', refusal), refusalFor('delete', refusal)]
  const file = `/api/chat/conversations/${id}/export?format=`
  return (
    <details key={title} className="more mt-3" open={Boolean(renaming ?? deleting)}>
      <summary className="flex min-h-11 items-center">Rename, export or delete</summary>
      <div className="grid max-w-xl gap-6 py-3">
        <PostForm intent="rename" button="Rename" busy="Saving" refusal={renaming} className="space-y-3">
          <Field
            label="Title"
            name="title"
            defaultValue={title}
            maxLength={100}
            autoComplete="off"
            refusal={renaming}
            required
          />
        </PostForm>
        <p className="flex flex-wrap gap-3">
          <a href={`${file}markdown`} download className="button">
            Export as Markdown
          </a>
          <a href={`${file}json`} download className="button">
            Export as JSON
          </a>
        </p>
        <PostForm
          intent="delete"
          button="Delete conversation"
          busy="Deleting"
          look="button danger"
          refusal={deleting}
          className="space-y-3"
        >
          <ConfirmCheckbox label="Yes, delete this conversation." name="sure" refusal={deleting} />
        </PostForm>
      </div>
    </details>
  )
}
