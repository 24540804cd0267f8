import type { GuildKey } from '#app/features/keys/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

const stateClasses = { active: 'text-go', expired: 'text-muted', revoked: 'text-muted' }

/** Renders the keys of a guild without their secrets, with a form to revoke each active key. */
export function KeyList({ keys, refusal }: { keys: GuildKey[]; refusal: FormRefusal | undefined }) {
  return (
    <ul className="border-t border-line">
      {keys.map((key) => (
        <li
          key={key.id}
          className="grid gap-x-8 gap-y-3 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <h2 className="text-xl">
              {key.name} <span className={`font-text text-base ${stateClasses[key.state]}`}>{key.state}</span>
            </h2>
            <p className="text-soft">
              <code className="code-inline">{key.id}</code> has access to {key.scopes.join(', ')}.
            </p>
            <p className="text-muted">
              {key.last_used_at ? (
                <>
                  Last used <RelativeTime at={key.last_used_at} />
                </>
              ) : (
                'Never used'
              )}
              , created <RelativeTime at={key.created_at} />
              {key.expires_at && (
                <>
                  , expires <RelativeTime at={key.expires_at} />
                </>
              )}
              .{key.replaced_by && ` Replaced by ${key.replaced_by}.`}
            </p>
          </div>
          {key.state === 'active' && (
            <details open={refusal?.values.id === key.id}>
              <summary className="link inline-block py-1">
                Revoke<span className="sr-only"> {key.name}</span>
              </summary>
              <PostForm
                intent="revoke"
                button="Revoke key"
                busy="Revoking"
                look="button danger"
                refusal={refusal?.values.id === key.id ? refusal : undefined}
                className="mt-3 max-w-xs space-y-3"
              >
                <input type="hidden" name="id" value={key.id} />
                <ConfirmCheckbox
                  label="Programs that use this key will stop working"
                  name="sure"
                  refusal={refusal}
                />
              </PostForm>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
