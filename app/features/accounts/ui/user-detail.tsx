import type { Role } from '#app/access.ts'
import { type ManagedUser, providerNames } from '#app/features/accounts/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { Day, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Select } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { DefinitionList, Section } from '#app/ui/layout/section-layout.tsx'

/** What administrators know of an account. */
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
          ['State', user.disabled_at ? <DisabledSince key="state" at={user.disabled_at} /> : 'can sign in'],
          ['E-mail', user.email_verified ? 'confirmed' : 'not confirmed'],
          ['Signs in with', ways.filter(Boolean).join(', ') || 'nothing yet'],
          ['Open sessions', String(user.session_count)],
          [
            'Last seen',
            user.last_seen_at ? <Timestamp key="seen" at={user.last_seen_at} /> : 'not signed in',
          ],
          ['Account since', <Day key="since" date={user.created_at} />],
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
          What this account did
        </a>
        <a href={`/admin/audit?target=${user.id}`} className="link inline-block py-0.5">
          What was done to it
        </a>
      </p>
    </>
  )
}

const DisabledSince = ({ at }: { at: string }) => (
  <>
    disabled since <Timestamp at={at} />
  </>
)

type Props = { user: ManagedUser; givable: Role[]; refusal: FormRefusal | undefined }

/** What can be done with somebody else’s account. */
export function UserForms({ user, givable, refusal }: Props) {
  return (
    <div className="mt-8 border-t border-line pt-8">
      <Section id="role" title="Role" lead="It holds from the next page on that this person opens.">
        <PostForm
          intent="role"
          button="Change the role"
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
      <Section
        id="sessions"
        title="Sessions"
        lead="Whoever uses this account has to sign in again, everywhere."
      >
        <PostForm
          intent="sessions"
          button="Sign out everywhere"
          busy="Signing out"
          refusal={refusalFor('sessions', refusal)}
        />
      </Section>
      <Section
        id="state"
        title={user.disabled_at ? 'Enable the account' : 'Disable the account'}
        lead={
          user.disabled_at
            ? 'It can sign in again with what it had before.'
            : 'It is signed out everywhere and cannot sign in. Nothing is deleted, and you can enable it again.'
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
