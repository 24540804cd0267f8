import type { GuildClaim } from '#app/features/claims/schema.ts'
import { AccessList } from '#app/features/guilds/ui/access-list.tsx'
import { Chip } from '#app/ui/feedback/chip.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

type Props = { claims: readonly GuildClaim[]; removal: FormRefusal | undefined }

/** Renders the claims of a guild, each with a button to remove it. */
export const ClaimList = ({ claims, removal }: Props) => (
  <AccessList
    label="Claims"
    rows={claims}
    state={{
      name: 'Status',
      isState: true,
      cell: ({ suspended_at }) =>
        suspended_at ? (
          <Chip ink="text-stop">Suspended: no Manage Server permission</Chip>
        ) : (
          <Chip ink="text-go">Manager</Chip>
        ),
    }}
    since="Claimed"
    intent="remove-claim"
    objectOf={({ name }) => `the claim of ${name}`}
    removal={removal}
  />
)
