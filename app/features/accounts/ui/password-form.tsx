import type { User } from '#app/features/accounts/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { providerNames, type Provider } from '#app/platform/config/providers.ts'
import { CurrentPassword, NewPassword, Username } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = { user: User; offered: Provider[]; refusal: FormRefusal | undefined }

/** Renders the form that changes or sets the password of the user's account. */
export function PasswordForm({ user, offered, refusal }: Props) {
  const known = user.connections.filter((provider) => offered.includes(provider))
  return (
    <>
      {!user.has_password && (
        <p className="mb-5 max-w-2xl text-soft">
          Your account has no password. You sign in with a provider that is linked below. To set a password,
          first sign in with the provider again
          {known.map((provider) => (
            <span key={provider}>
              {': '}
              <a href={`/api/auth/${provider}?redirect_to=/profile/security`} className="link text-ink">
                continue with {providerNames[provider]}
              </a>
            </span>
          ))}
          . You then have ten minutes to set a password.
        </p>
      )}
      <PostForm
        intent="password"
        button={user.has_password ? 'Change password' : 'Set password'}
        busy="Saving"
        refusal={refusal}
        className="max-w-xl space-y-5"
      >
        <Username email={user.email} />
        {user.has_password && (
          <CurrentPassword label="Current password" name="current_password" refusal={refusal} />
        )}
        <NewPassword label="New password" name="new_password" refusal={refusal} />
      </PostForm>
    </>
  )
}
