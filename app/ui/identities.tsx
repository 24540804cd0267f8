import { providerNames, providers, type Connection, type Provider } from '#app/features/accounts/schema.ts'
import type { FormRefusal } from '#app/http/form.ts'
import { Day } from '#app/ui/day.tsx'
import { PostForm } from '#app/ui/post-form.tsx'

type Props = { connections: Connection[]; offered: Provider[]; refusal: FormRefusal | undefined }

/** What is linked to one's own account and what could be. */
export function Identities({ connections, offered, refusal }: Props) {
  const shown = providers.filter(
    (provider) => offered.includes(provider) || connections.some((linked) => linked.provider === provider),
  )
  if (!shown.length)
    return <p className="text-soft">This site has no other sign-in than e-mail and password.</p>
  return (
    <ul className="max-w-2xl">
      {shown.map((provider) => {
        const linked = connections.find((connection) => connection.provider === provider)
        const name = providerNames[provider]
        return (
          <li
            key={provider}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 last:border-0"
          >
            <div className="min-w-0">
              <p className="label">{name}</p>
              <p className="text-soft [overflow-wrap:anywhere]">
                {linked ? (
                  <>
                    {linked.username}, linked on <Day date={linked.created_at} />
                  </>
                ) : (
                  'Not linked'
                )}
              </p>
            </div>
            {linked ? (
              <PostForm
                intent="unlink"
                button={`Unlink ${name}`}
                busy="Unlinking"
                look="button"
                refusal={refusal?.values.provider === provider ? refusal : undefined}
              >
                <input type="hidden" name="provider" value={provider} />
              </PostForm>
            ) : (
              <a href={`/api/auth/${provider}?redirect_to=/profile/security`} className="button">
                Link {name}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}
