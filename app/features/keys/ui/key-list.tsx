import { expiryDays } from '#app/features/keys/form.ts'
import { type GuildKey, KEY_PREFIX } from '#app/features/keys/schema.ts'
import { type FormRefusal, refusalFor } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ActionMenu } from '#app/ui/lists/action-menu.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

const states = {
  active: { label: 'Active', ink: 'text-go' },
  expired: { label: 'Expired', ink: 'text-muted' },
  revoked: { label: 'Revoked', ink: 'text-muted' },
}

type Props = { keys: GuildKey[]; now: number; refusal: FormRefusal | undefined }

const columns: Column<GuildKey>[] = [
  { name: 'Name', cell: ({ name }) => name },
  {
    name: 'State',
    isState: true,
    cell: ({ state }) => <Chip ink={states[state].ink}>{states[state].label}</Chip>,
  },
  { name: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
  { name: 'Key', cell: ({ id }) => <KeyPrefix id={id} /> },
  {
    name: 'Last used',
    cell: ({ last_used_at, last_used_address }) => (
      <>
        <When label="used" at={last_used_at} />
        {last_used_address && <span className="block text-soft">from {last_used_address}</span>}
      </>
    ),
  },
  {
    name: 'Expires',
    cell: ({ expires_at, revoked_at }) =>
      revoked_at ? (
        <>
          Revoked <RelativeTime at={revoked_at} />
        </>
      ) : (
        <When label="expires" at={expires_at} />
      ),
  },
]

/** Renders the keys of a guild without their secrets. Active keys can be revoked or get an earlier expiry. */
export const KeyList = ({ keys, now, refusal }: Props) => (
  <ListTable
    label="API keys"
    rows={keys}
    columns={columns}
    keyOf={({ id }) => id}
    note={({ replaced_by, networks }) =>
      [replaced_by && `Replaced by ${replaced_by}`, networks && `Only from ${networks.join(', ')}`]
        .filter(Boolean)
        .join('. ')
    }
    actions={(key) =>
      key.state === 'active' && (
        <KeyActions item={key} now={now} refusal={refusal?.values.id === key.id ? refusal : undefined} />
      )
    }
  />
)

/** Renders a time or “never”. On a phone, which hides the column headers, the label comes first. */
const When = ({ label, at }: { label: string; at: string | null }) => (
  <>
    <span className="md:hidden">{label} </span>
    {at ? <RelativeTime at={at} /> : 'never'}
  </>
)

/** Renders the visible part of a key. */
export const KeyPrefix = ({ id }: { id: string }) => (
  <code className="code-inline">
    {KEY_PREFIX}
    {id}_…
  </code>
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
    <div className="flex items-center justify-end gap-x-4">
      {days && (
        // With a new key, a menu that has done its work closes.
        <ActionMenu
          key={item.expires_at}
          label="Set expiry"
          of={`of ${item.name}`}
          isOpen={expire !== undefined}
        >
          <PostForm intent="expire" button="Save expiry" busy="Saving" refusal={expire} className="space-y-3">
            <input type="hidden" name="id" value={item.id} />
            <Field
              label="Last day (UTC)"
              hint="You can choose an earlier expiry, but not extend the key."
              name="expires_at"
              type="date"
              min={days.first}
              max={days.last}
              required
              refusal={expire}
            />
          </PostForm>
        </ActionMenu>
      )}
      <ActionMenu label="Revoke" of={item.name} isOpen={revoke !== undefined}>
        <PostForm
          intent="revoke"
          button="Revoke key"
          busy="Revoking"
          look="button danger"
          refusal={revoke}
          className="space-y-3"
        >
          <input type="hidden" name="id" value={item.id} />
          <ConfirmCheckbox
            label="Programs that use this key will stop working"
            name="sure"
            refusal={revoke}
          />
        </PostForm>
      </ActionMenu>
    </div>
  )
}
