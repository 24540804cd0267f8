import type { Invitation } from '#app/features/invitations/schema.ts'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'

const columns: Column<Invitation>[] = [
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Role', cell: ({ role, guild_name }) => (role === 'member' && guild_name ? 'manager' : role) },
  { name: 'Server to manage', cell: ({ guild_name }) => guild_name },
  { name: 'Invited by', isWide: true, cell: ({ invited_by }) => invited_by },
  { name: 'Expires', cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
]

/** Renders pending invitations, each with a button to revoke it. */
export const InvitationList = ({ invitations }: { invitations: Invitation[] }) =>
  invitations.length > 0 && (
    <ListTable
      label="Pending invitations"
      rows={invitations}
      columns={columns}
      keyOf={({ id }) => id}
      actions={({ id, email }) => (
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
      )}
    />
  )

/** Returns how the link of an invitation reaches the person. `mail` is true if the site has a mail server. */
export const deliveryText = (mail: boolean): string =>
  mail
    ? 'Signpost sends the link by email.'
    : 'This site has no mail server (SMTP_URL). After you create the invitation, copy the link and send it to the person. The link is shown once.'

/** Returns the notice for a new invitation, which has a link only if it was not sent by email. */
export const invitedText = ({ sentTo, link }: { sentTo: string; link: string | null }): string =>
  link ? `Invitation created for ${sentTo}.` : `Invitation sent to ${sentTo}.`

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
