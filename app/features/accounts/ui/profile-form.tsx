import { useEffect, useRef, useState } from 'react'
import { avatarHosts, type User } from '#app/features/accounts/schema.ts'
import { providerNames } from '#app/platform/config/providers.ts'
import { RadioGroup, Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { chooseTheme } from '#app/ui/scripts/behaviour.ts'

type AvatarProps = { name: string; url: string | null; onError(url: string): void }

/** Renders a person's picture, or the person's initials. */
function Avatar({ name, url, onError }: AvatarProps) {
  const image = useRef<HTMLImageElement>(null)
  // The picture can fail to load before the page listens.
  useEffect(() => {
    if (url && image.current?.complete && !image.current.naturalWidth) onError(url)
  }, [url, onError])
  const size = 'size-14 shrink-0 border-[1.5px] border-rim'
  if (url)
    return (
      <img
        ref={image}
        src={url}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => onError(url)}
        className={`${size} object-cover`}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={`${size} grid place-items-center bg-sign font-sign text-xl font-bold text-on-sign`}
    >
      {initials(name)}
    </span>
  )
}

/** Returns the host of a picture that the page cannot show, because only pictures from some hosts are allowed. */
function forbiddenHost(url: string | null): string | null {
  const host = url && URL.canParse(url) ? new URL(url).hostname : null
  return host === null || avatarHosts.includes(host) ? null : host
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

  const [broken, setBroken] = useState<string | null>(null)
  const { avatar_url } = user
  const host = forbiddenHost(avatar_url)
  const isBroken = avatar_url !== null && avatar_url === broken
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
      <div>
        <div className="flex items-end gap-4">
          <Avatar name={user.name} url={host || isBroken ? null : avatar_url} onError={setBroken} />
          <div className="min-w-0 flex-1">
            <Field
              label="Picture URL"
              name="avatar_url"
              type="url"
              autoComplete="photo"
              hint={`Only pictures from ${Object.values(providerNames).join(', ')} and Gravatar are shown. Leave empty to show your initials.`}
              defaultValue={avatar_url ?? ''}
              refusal={refusal}
            />
          </div>
        </div>
        <p role="status" className="mt-1 font-semibold text-soft">
          {host ? `Pictures from ${host} are not shown.` : isBroken && 'This image could not be loaded.'}
        </p>
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
