import { expiryDays } from '#app/features/keys/form.ts'
import { type GuildKey, KEY_PREFIX } from '#app/features/keys/schema.ts'
import { type FormRefusal, refusalFor } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

const stateClasses = { active: 'text-go', expired: 'text-muted', revoked: 'text-muted' }

type Props = { keys: GuildKey[]; now: number; refusal: FormRefusal | undefined }

/** Renders the keys of a guild without their secrets. Active keys can be revoked or get an earlier expiry. */
export const KeyList = ({ keys, now, refusal }: Props) => (
  <ul className="border-t border-line">
    {keys.map((key) => (
      <li
        key={key.id}
        className="grid gap-x-8 gap-y-2 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto]"
      >
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h2 className="text-lg">
            {key.name} <span className={`font-text text-base ${stateClasses[key.state]}`}>{key.state}</span>
          </h2>
          <p className="text-soft">
            <code className="code-inline">
              {KEY_PREFIX}
              {key.id}_…
            </code>{' '}
            {key.scopes.join(', ')}
          </p>
          <p className="text-muted">
            {key.last_used_at ? (
              <>
                Last used <RelativeTime at={key.last_used_at} />
              </>
            ) : (
              'Never used'
            )}
            , created <RelativeTime at={key.created_at} />,{' '}
            {key.expires_at ? (
              <>
                {key.state === 'expired' ? 'expired' : 'expires'} <RelativeTime at={key.expires_at} />
              </>
            ) : (
              'never expires'
            )}
            .{key.replaced_by && ` Replaced by ${key.replaced_by}.`}
          </p>
        </div>
        {key.state === 'active' && (
          <KeyActions item={key} now={now} refusal={refusal?.values.id === key.id ? refusal : undefined} />
        )}
      </li>
    ))}
  </ul>
)

function KeyActions({
  item,
  now,
  refusal,
}: {
  item: GuildKey
  now: number
  refusal: FormRefusal | undefined
}) {
  const [expire, revoke] = [refusalFor('expire', refusal), refusalFor('revoke', refusal)]
  const days = expiryDays(item.expires_at, now)
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
      {days && (
        <details open={expire !== undefined}>
          <summary className="link inline-block py-1">
            Set expiry<span className="sr-only"> of {item.name}</span>
          </summary>
          <PostForm
            intent="expire"
            button="Save expiry"
            busy="Saving"
            refusal={expire}
            className="mt-2 max-w-xs space-y-3"
          >
            <input type="hidden" name="id" value={item.id} />
            <Field
              label="Last day (UTC)"
              hint="The expiry can only be earlier than before."
              name="expires_at"
              type="date"
              min={days.first}
              max={days.last}
              required
              refusal={expire}
            />
          </PostForm>
        </details>
      )}
      <details open={revoke !== undefined}>
        <summary className="link inline-block py-1">
          Revoke<span className="sr-only"> {item.name}</span>
        </summary>
        <PostForm
          intent="revoke"
          button="Revoke key"
          busy="Revoking"
          look="button danger"
          refusal={revoke}
          className="mt-2 max-w-xs space-y-3"
        >
          <input type="hidden" name="id" value={item.id} />
          <ConfirmCheckbox
            label="Programs that use this key will stop working"
            name="sure"
            refusal={revoke}
          />
        </PostForm>
      </details>
    </div>
  )
}
