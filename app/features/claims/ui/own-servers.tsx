import type { FoundGuild } from '#app/features/claims/schema.ts'
import { inviteUrl } from '#app/features/actions/permissions.ts'
import { Disclosure } from '#app/ui/feedback/disclosure.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

type Props = {
  servers: readonly FoundGuild[]
  applicationId: string | null
  refusal: FormRefusal | undefined
}

const sentences: Record<FoundGuild['option'], string> = {
  claim: 'The bot is in this server. Claim it to manage it here.',
  add: 'The bot is not in this server.',
  wait: 'Waiting for the operator of this site to approve the server.',
  blocked: 'The operator of this site has blocked this server.',
  managed: 'You manage this server.',
  claimed: 'You have claimed this server.',
  suspended:
    'Your access is suspended, because you no longer have Manage Server in Discord. Nothing was deleted. When you have the permission again, select “Check again”.',
}

/** Renders the user's servers, each with what the user can do. */
export const OwnServers = ({ servers, applicationId, refusal }: Props) => (
  <ul className="border-t border-line">
    {servers.map(({ id, name, option, checked_at }) => (
      <li key={id} className="border-b border-line py-4 [overflow-wrap:anywhere]">
        <p className="text-xl font-semibold">{name}</p>
        <p className="mb-2 text-soft">
          {sentences[option]}{' '}
          {checked_at && (
            <>
              Last check: <RelativeTime at={checked_at} />.
            </>
          )}
        </p>
        {option === 'add' && applicationId && (
          <a href={inviteUrl(applicationId, id)} className="button">
            Add the bot<span className="sr-only"> to {name}</span>
          </a>
        )}
        {(option === 'claim' || option === 'suspended') && (
          <ClaimForm
            id={id}
            name={name}
            intent="claim"
            button={option === 'claim' ? 'Claim' : 'Check again'}
            refusal={refusal}
          />
        )}
        {(option === 'managed' || option === 'claimed') && (
          <a href={`/admin/guilds/${id}`} className="button">
            Open console<span className="sr-only"> of {name}</span>
          </a>
        )}
        {option !== 'managed' && checked_at && (
          <Disclosure title="Give up claim" of={name}>
            <p className="text-soft">
              You lose access to the console of this server. While you have Manage Server, you can claim it
              again.
            </p>
            <ClaimForm id={id} name={name} intent="release" button="Give up claim" refusal={refusal} />
          </Disclosure>
        )}
      </li>
    ))}
  </ul>
)

type FormProps = {
  id: string
  name: string
  intent: 'claim' | 'release'
  button: string
  refusal: FormRefusal | undefined
}

const ClaimForm = ({ id, name, intent, button, refusal }: FormProps) => (
  <PostForm
    id={`${intent}-${id}`}
    intent={intent}
    button={
      <>
        {button}
        <span className="sr-only"> {name}</span>
      </>
    }
    busy="Checking"
    refusal={refusal?.intent === intent && refusal.values.id === id ? refusal : undefined}
    className="mt-2 space-y-3"
  >
    <input type="hidden" name="id" value={id} />
  </PostForm>
)
