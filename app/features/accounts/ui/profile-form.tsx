import { useEffect } from 'react'
import type { User } from '#app/features/accounts/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Avatar } from '#app/features/accounts/ui/avatar.tsx'
import { chooseTheme } from '#app/ui/scripts/behaviour.ts'
import { Choice, Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = { user: User; saved: boolean; refusal: FormRefusal | undefined }

const colours = [
  { value: 'system', name: 'As the system' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
]

/** Name, picture and colours of one's own account. */
export function ProfileForm({ user, saved, refusal }: Props) {
  // What was saved for the account holds for this browser too, whatever its button said before.
  useEffect(() => {
    if (saved) chooseTheme(user.theme)
  }, [saved, user.theme])

  return (
    <PostForm
      intent="profile"
      button="Save the profile"
      busy="Saving"
      refusal={refusal}
      className="max-w-xl space-y-5"
    >
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={user.name}
        required
        refusal={refusal}
      />
      <div className="flex items-end gap-4">
        <Avatar name={user.name} url={user.avatar_url} />
        <div className="min-w-0 flex-1">
          <Field
            label="Address of a picture"
            name="avatar_url"
            type="url"
            autoComplete="photo"
            hint="Pictures at GitHub, Discord and Gravatar are shown. Leave it empty for your initials."
            defaultValue={user.avatar_url ?? ''}
            refusal={refusal}
          />
        </div>
      </div>
      <Choice legend="Colours" name="theme" options={colours} value={refusal?.values.theme ?? user.theme} />
    </PostForm>
  )
}
