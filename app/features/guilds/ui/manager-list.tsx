import type { Manager } from '#app/features/guilds/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Day } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = { managers: Manager[]; removal: FormRefusal | undefined }

/** Renders the managers of a guild, each with a button to remove them. */
export function ManagerList({ managers, removal }: Props) {
  if (!managers.length)
    return (
      <p className="max-w-2xl text-soft">
        There are no managers yet. Administrators can manage every server.
      </p>
    )
  return (
    <ul className="border-t border-line">
      {managers.map(({ user_id, name, email, created_at }) => (
        <li
          key={user_id}
          className="grid items-center gap-x-8 gap-y-3 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <a href={`/admin/users/${user_id}`} className="link label inline-block py-0.5">
              {name}
            </a>
            <p className="text-soft">
              {email}, since <Day date={created_at} />
            </p>
          </div>
          <PostForm
            intent="remove"
            button={
              <>
                Remove<span className="sr-only"> {name}</span>
              </>
            }
            busy="Removing"
            refusal={removal?.values.userId === user_id ? removal : undefined}
            className="space-y-4"
          >
            <input type="hidden" name="userId" value={user_id} />
          </PostForm>
        </li>
      ))}
    </ul>
  )
}
