import type { Invitation } from '#app/features/invitations/schema.ts'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

/** Renders pending invitations, each with a button to revoke it. */
export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  if (!invitations.length) return <p className="max-w-2xl text-soft">No pending invitations.</p>
  return (
    <ul className="border-t border-line">
      {invitations.map(({ id, email, role, guild_name, invited_by, expires_at }) => (
        <li
          key={id}
          className="grid items-center gap-x-8 gap-y-3 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="label">{email}</p>
            <p className="text-soft">
              {role}
              {guild_name && `, manages ${guild_name}`}. Invited by {invited_by}. Expires{' '}
              <RelativeTime at={expires_at} />
            </p>
          </div>
          <PostForm
            intent="revoke"
            button={
              <>
                Revoke<span className="sr-only"> the invitation for {email}</span>
              </>
            }
            busy="Revoking"
            className=""
          >
            <input type="hidden" name="id" value={id} />
          </PostForm>
        </li>
      ))}
    </ul>
  )
}

/** Returns how the link of an invitation reaches the person. `mail` is true if the site has a mail server. */
export const deliveryText = (mail: boolean): string =>
  mail
    ? 'Signpost sends the link by email.'
    : 'This site has no mail server (SMTP_URL). After you create the invitation, copy the link and send it to the person. The link is shown once.'

/** Renders the link for a new invitation. Without JavaScript, a click selects the whole link. */
export const InvitationLink = ({ email, link }: { email: string; link: string }) => (
  <>
    <p>Copy this link now and send it to the person. The link will not be shown again.</p>
    <p className="mt-2 select-all [overflow-wrap:anywhere]">
      <code>{link}</code>
    </p>
    <p className="mt-3">
      <CopyButton label="Copy link" what={`for ${email}`} text={link} />
    </p>
  </>
)
