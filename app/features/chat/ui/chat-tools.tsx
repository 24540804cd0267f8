import type { Conversation } from '#app/features/chat/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { Confirm, Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = { conversation: Conversation; refusal: FormRefusal | undefined }

/** What can be done with a conversation, folded. It opens by itself when something was wrong. */
export function ChatTools({ conversation, refusal }: Props) {
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
          button="Delete the conversation"
          busy="Deleting"
          look="button danger"
          refusal={deleting}
          className="space-y-3"
        >
          <Confirm label="Yes, delete it for good." name="sure" refusal={deleting} />
        </PostForm>
      </div>
    </details>
  )
}
