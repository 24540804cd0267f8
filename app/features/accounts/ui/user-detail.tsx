import type { Role } from '#app/access.ts'
import type { ManagedUser } from '#app/features/accounts/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { RelativeTime, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Select } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'
import { providerNames } from '#app/platform/config/providers.ts'

/** Renders the account data that administrators see. */
export function UserFacts({ user }: { user: ManagedUser }) {
  const ways = [
    user.has_password && 'password',
    ...user.connections.map((provider) => providerNames[provider]),
  ]
  return (
    <>
      <DefinitionList
        facts={[
          ['Role', user.role],
          ['State', user.disabled_at ? <Disabled key="state" at={user.disabled_at} /> : 'can sign in'],
          ['Email', user.email_verified ? 'confirmed' : 'not confirmed'],
          ['Signs in with', ways.filter(Boolean).join(', ') || 'no method yet'],
          ['Open sessions', String(user.session_count)],
          [
            'Last seen',
            user.last_seen_at ? <RelativeTime key="seen" at={user.last_seen_at} /> : 'not signed in',
          ],
          ['Created', <Timestamp key="since" at={user.created_at} />],
          [
            'Account id',
            <code key="id" className="code-inline">
              {user.id}
            </code>,
          ],
        ]}
      />
      <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
        <a href={`/admin/audit?actor=${user.id}`} className="link inline-block py-0.5">
          Actions by this account
        </a>
        <a href={`/admin/audit?target=${user.id}`} className="link inline-block py-0.5">
          Actions on this account
        </a>
      </p>
    </>
  )
}

const Disabled = ({ at }: { at: string }) => (
  <>
    disabled <RelativeTime at={at} />
  </>
)

type Props = { user: ManagedUser; givable: Role[]; refusal: FormRefusal | undefined }

/** Renders the forms that change another user’s account. */
export function UserForms({ user, givable, refusal }: Props) {
  return (
    <div className="mt-8 border-t border-line pt-8">
      <Section id="role" title="Role" lead="The new role takes effect when the user opens the next page.">
        <PostForm
          intent="role"
          button="Change role"
          busy="Saving"
          refusal={refusalFor('role', refusal)}
          className="max-w-xs space-y-4"
        >
          <Select
            label="New role"
            name="role"
            value={user.role}
            options={givable.map((value) => ({ value, name: value }))}
          />
        </PostForm>
      </Section>
      <Section id="sessions" title="Sessions" lead="The user will have to sign in again on every device.">
        <PostForm
          intent="sessions"
          button="Sign out everywhere"
          busy="Signing out"
          refusal={refusalFor('sessions', refusal)}
        />
      </Section>
      <Section
        id="state"
        title={user.disabled_at ? 'Enable account' : 'Disable account'}
        lead={
          user.disabled_at
            ? 'The user will be able to sign in again.'
            : 'All sessions will end, and the user will not be able to sign in. Nothing will be deleted. You can enable the account again.'
        }
      >
        <PostForm
          intent={user.disabled_at ? 'enable' : 'disable'}
          button={user.disabled_at ? 'Enable' : 'Disable'}
          busy="Saving"
          look={user.disabled_at ? 'button' : 'button danger'}
          refusal={refusalFor(user.disabled_at ? 'enable' : 'disable', refusal)}
        />
      </Section>
    </div>
  )
}
