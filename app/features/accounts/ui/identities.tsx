import type { Connection, User } from '#app/features/accounts/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { providerNames, providers, type Provider } from '#app/platform/config/providers.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { CurrentPassword, Username } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = {
  user: User
  connections: Connection[]
  offered: Provider[]
  /** True if the visitor recently proved their identity and can link or unlink providers. */
  proved: boolean
  refusal: FormRefusal | undefined
}

/** Renders the linked and available providers of the user's account. */
export function Identities({ user, connections, offered, proved, refusal }: Props) {
  const linked = (provider: Provider) => connections.find((connection) => connection.provider === provider)
  const shown = providers.filter((provider) => offered.includes(provider) || linked(provider))
  if (!shown.length)
    return <p className="text-soft">On this site, you can sign in only with email and password.</p>
  const unlinkRefusal = refusalFor('unlink', refusal)
  return (
    <>
      <ul className="max-w-2xl">
        {shown.map((provider) => (
          <Identity
            key={provider}
            provider={provider}
            connection={linked(provider)}
            proved={proved}
            refusal={unlinkRefusal?.values.provider === provider ? unlinkRefusal : undefined}
          />
        ))}
      </ul>
      {!proved && <ProofForm user={user} offered={offered} refusal={refusalFor('prove', refusal)} />}
    </>
  )
}

type IdentityProps = {
  provider: Provider
  connection: Connection | undefined
  proved: boolean
  refusal: FormRefusal | undefined
}

function Identity({ provider, connection, proved, refusal }: IdentityProps) {
  const name = providerNames[provider]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4">
      <div className="min-w-0">
        <p className="label">{name}</p>
        <p className="text-soft [overflow-wrap:anywhere]">
          {connection ? (
            <>
              {connection.username}, linked <RelativeTime at={connection.created_at} />
            </>
          ) : (
            'Not linked'
          )}
        </p>
      </div>
      {proved && connection && (
        <PostForm intent="unlink" button={`Unlink ${name}`} busy="Unlinking" refusal={refusal}>
          <input type="hidden" name="provider" value={provider} />
        </PostForm>
      )}
      {proved && !connection && (
        <a href={`/api/auth/${provider}?redirect_to=/profile/security`} className="button">
          Link {name}
        </a>
      )}
    </li>
  )
}

type ProveProps = { user: User; offered: Provider[]; refusal: FormRefusal | undefined }

/** Renders the form that asks for a proof of identity before a change. */
function ProofForm({ user, offered, refusal }: ProveProps) {
  const known = user.connections.filter((provider) => offered.includes(provider))
  return (
    <div className="mt-5 max-w-xl">
      <p className="mb-4 text-soft">
        To link or unlink a provider, first confirm your identity. The confirmation is valid for ten minutes.
        {known.map((provider) => (
          <span key={provider}>
            {' '}
            <a href={`/api/auth/${provider}?redirect_to=/profile/security`} className="link text-ink">
              Continue with {providerNames[provider]}
            </a>
            .
          </span>
        ))}
      </p>
      {user.has_password && (
        <PostForm intent="prove" button="Confirm" busy="Checking" refusal={refusal}>
          <Username email={user.email} />
          <CurrentPassword label="Your password" name="password" refusal={refusal} />
        </PostForm>
      )}
    </div>
  )
}
