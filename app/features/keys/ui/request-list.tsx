import { grantCommand, type GuildKey, type KeyRequest } from '#app/features/keys/schema.ts'
import { ownValue } from '#app/primitives/objects.ts'
import { scopeLabels } from '#app/primitives/scopes.ts'
import { KeyPrefix } from '#app/features/keys/ui/key-list.tsx'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { type FormRefusal, refusalFor } from '#app/ui/forms/refusal.ts'

const statuses = {
  open: { label: 'Open', ink: 'text-water' },
  granted: { label: 'Granted', ink: 'text-go' },
  declined: { label: 'Declined', ink: 'text-stop' },
  cancelled: { label: 'Cancelled', ink: 'text-muted' },
}

type Props = {
  requests: KeyRequest[]
  keys: GuildKey[]
  mayDecide: boolean
  refusal: FormRefusal | undefined
}

/**
 * Renders requests for keys with their status. Managers can cancel. Owners see the command that creates the key, and can
 * decline.
 */
export const RequestList = ({ requests, keys, mayDecide, refusal }: Props) => (
  <ul className="mt-4 border-t border-line">
    {requests.map((request) => {
      const { id, name, status, scopes, purpose, requested_by, created_at } = request
      const own = refusal?.values.id === id ? refusal : undefined
      return (
        <li
          key={id}
          id={`request-${id}`}
          className="border-b border-line py-3 last:border-b-0 [overflow-wrap:anywhere]"
        >
          <h3 className="text-lg">
            {name} <Chip ink={statuses[status].ink}>{statuses[status].label}</Chip>
          </h3>
          <p className="text-soft">
            {scopes.map((scope) => ownValue(scopeLabels, scope) ?? scope).join(', ')}, requested by{' '}
            {requested_by} <RelativeTime at={created_at} />
          </p>
          <p className="whitespace-pre-wrap">{purpose}</p>
          <Decision
            request={request}
            isRevoked={keys.some((key) => key.id === request.key_id && key.state === 'revoked')}
          />
          {status === 'open' && (
            <>
              {mayDecide && <GrantCommand id={id} name={name} />}
              <div className="mt-3">
                {mayDecide ? (
                  <DeclineForm id={id} name={name} refusal={refusalFor('decline', own)} />
                ) : (
                  <PostForm
                    intent="cancel"
                    button={
                      <>
                        Cancel request<span className="sr-only"> {name}</span>
                      </>
                    }
                    busy="Cancelling"
                    refusal={refusalFor('cancel', own)}
                    className="space-y-3"
                  >
                    <input type="hidden" name="id" value={id} />
                  </PostForm>
                )}
              </div>
            </>
          )}
        </li>
      )
    })}
  </ul>
)

type DecisionProps = { request: KeyRequest; isRevoked: boolean }

function Decision({ request: { status, reason, key_id, decided_at }, isRevoked }: DecisionProps) {
  if (status === 'granted')
    return (
      <p className="text-soft">
        Granted {decided_at && <RelativeTime at={decided_at} />}
        {key_id && (
          <>
            {' '}
            with the key <KeyPrefix id={key_id} />
          </>
        )}
        . {isRevoked ? 'The key was revoked.' : 'Ask the site owner for the key.'}
      </p>
    )
  if (status !== 'declined') return null
  return (
    <p className="whitespace-pre-wrap text-soft">
      Declined {decided_at && <RelativeTime at={decided_at} />}: {reason}
    </p>
  )
}

const GrantCommand = ({ id, name }: { id: string; name: string }) => (
  <>
    <p className="mt-3">To create the key, run this command on the machine that runs the site:</p>
    <Terminal lines={[grantCommand(id)]} />
    <p className="mt-2">
      <CopyButton label="Copy command" what={`for ${name}`} text={grantCommand(id)} />
    </p>
  </>
)

const DeclineForm = ({
  id,
  name,
  refusal,
}: {
  id: string
  name: string
  refusal: FormRefusal | undefined
}) => (
  <details open={refusal !== undefined} className="min-w-0">
    <summary className="link inline-block py-1">
      Decline<span className="sr-only"> {name}</span>
    </summary>
    <PostForm
      intent="decline"
      button="Decline request"
      busy="Declining"
      refusal={refusal}
      className="mt-2 max-w-md space-y-3"
    >
      <input type="hidden" name="id" value={id} />
      <TextArea
        label="Reason"
        hint="Sent to the requester by email."
        name="reason"
        rows={2}
        maxLength={500}
        required
        refusal={refusal}
      />
    </PostForm>
  </details>
)
