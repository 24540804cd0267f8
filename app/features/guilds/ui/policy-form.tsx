import { LEAVE_AFTER_DAYS, type GuildPolicy } from '#app/features/guilds/schema.ts'
import { Select } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { DefinitionList } from '#app/ui/layout/section-layout.tsx'

const policies: Record<GuildPolicy['policy'], string> = {
  allow_list: 'Wait for approval',
  ask: 'Wait for approval, and notify the owners of this site',
  open: 'Active at once',
}
const departures = { no: 'The bot stays', yes: `The bot leaves after ${LEAVE_AFTER_DAYS} days` }

type Props = { policy: GuildPolicy; mayChange: boolean; refusal: FormRefusal | undefined }

/** Renders the policy for new servers, as a form for owners. */
export function PolicyForm({ policy: { policy, leave_after_days }, mayChange, refusal }: Props) {
  const leave = leave_after_days === null ? 'no' : 'yes'
  if (!mayChange)
    return (
      <DefinitionList
        facts={[
          ['Policy', policies[policy]],
          ['If a server is not approved', departures[leave]],
        ]}
      />
    )
  return (
    <PostForm intent="policy" button="Save" busy="Saving" refusal={refusal} className="max-w-md space-y-4">
      <Select label="Policy" name="policy" value={policy} options={optionsOf(policies)} />
      <Select
        label="If a server is not approved"
        name="leave"
        value={leave}
        options={optionsOf(departures)}
      />
    </PostForm>
  )
}

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }))
