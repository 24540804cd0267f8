import { useEffect } from 'react'
import { avatarHosts, type User } from '#app/features/accounts/schema.ts'
import { providerNames } from '#app/platform/config/providers.ts'
import { RadioGroup, Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { chooseTheme } from '#app/ui/scripts/behaviour.ts'

/** Renders a person's picture from an allowed host, or the person's initials. */
function Avatar({ name, url }: { name: string; url: string | null }) {
  const shown = url && URL.canParse(url) && avatarHosts.includes(new URL(url).hostname)
  const size = 'size-14 shrink-0 border-[1.5px] border-rim'
  if (shown) return <img src={url} alt="" referrerPolicy="no-referrer" className={`${size} object-cover`} />
  return (
    <span
      aria-hidden="true"
      className={`${size} grid place-items-center bg-sign font-sign text-xl font-bold text-on-sign`}
    >
      {initials(name)}
    </span>
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0]!.toUpperCase())
    .slice(0, 2)
    .join('')

type Props = { user: User; themeSaved: boolean; refusal: FormRefusal | undefined }

const themes = [
  { value: 'system', name: 'System' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
]

/** Renders the form for the name, picture and theme of the user's account. */
export function ProfileForm({ user, themeSaved, refusal }: Props) {
  // A theme that was selected in this form overrides an earlier selection in this browser.
  useEffect(() => {
    if (themeSaved) chooseTheme(user.theme)
  }, [themeSaved, user.theme])

  return (
    <PostForm
      intent="profile"
      button="Save profile"
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
            label="Picture URL"
            name="avatar_url"
            type="url"
            autoComplete="photo"
            hint={`Pictures from ${Object.values(providerNames).join(', ')} and Gravatar are shown. Leave empty to show your initials.`}
            defaultValue={user.avatar_url ?? ''}
            refusal={refusal}
          />
        </div>
      </div>
      <input type="hidden" name="shown_theme" value={user.theme} />
      <RadioGroup
        key={user.theme}
        legend="Theme"
        name="theme"
        options={themes}
        value={refusal?.values.theme ?? user.theme}
      />
    </PostForm>
  )
}
