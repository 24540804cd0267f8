import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { idParam } from '#app/features/accounts/schema.ts'
import { listClaims, removeClaim } from '#app/features/claims/claims.server.ts'
import { ClaimList } from '#app/features/claims/ui/claim-list.tsx'
import { addManager, listManagers, removeManager } from '#app/features/guilds/managers.server.ts'
import { AccessList } from '#app/features/guilds/ui/access-list.tsx'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '#app/features/invitations/invitations.server.ts'
import { inviteInput } from '#app/features/invitations/schema.ts'
import {
  deliveryText,
  InvitationLink,
  InvitationList,
  invitedText,
} from '#app/features/invitations/ui/invitation-list.tsx'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { pick } from '#app/primitives/objects.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guilds:write', title: 'Managers' } as const

/** Maximum number of pending invitations on the page. */
const MAX_LISTED = 100

export const loader = guildPage(handle.needs, async (ctx, { guildId, search }) => {
  const managers = await listManagers(ctx, { guildId })
  const { invitations } = await listInvitations(ctx, { guild_id: guildId, limit: MAX_LISTED, offset: 0 })
  const claims = await listClaims(ctx, { guildId })
  const removed = search.get('removed')
  return {
    managers,
    claims,
    isReleased: search.has('released'),
    invitations,
    mail: Boolean(ctx.config.smtpUrl),
    removed: managers.some(({ user_id }) => user_id === removed) ? null : removed,
  }
})

const inviteForm = inviteInput.pick({ email: true })

export const action = forms<{ sentTo: string; link: string | null }>(({ guildId }) => {
  const back = () => redirect(`/admin/guilds/${guildId}/managers`)
  return {
    async invite(ctx, values) {
      const { email } = parse(inviteForm, pick(values, ['email']))
      const { invitation, link } = await createInvitation(ctx, { email, role: 'member', guild_id: guildId })
      return { sentTo: invitation.email, link }
    },
    revoke: formHandler(z.object(idParam.shape), async (ctx, { id }) => {
      await revokeInvitation(ctx, { id })
      return back()
    }),
    restore: formHandler(z.object({ userId: z.string() }), async (ctx, { userId }) => {
      await addManager(ctx, { guildId, userId })
      return back()
    }),
    'remove-claim': formHandler(z.object({ userId: z.string() }), async (ctx, { userId }) => {
      await removeClaim(ctx, { guildId, userId })
      return redirect(`/admin/guilds/${guildId}/managers?released`)
    }),
    remove: formHandler(z.object({ userId: z.string() }), async (ctx, { userId }) => {
      if (!(await removeManager(ctx, { guildId, userId }))) return back()
      return redirect(`/admin/guilds/${guildId}/managers?${new URLSearchParams({ removed: userId })}`)
    }),
  }
})

export default function Managers() {
  const { frame, managers, claims, isReleased, invitations, mail, removed } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const refusal = result && 'error' in result ? (result as FormRefusal) : undefined
  const sent = result && 'sentTo' in result ? result : undefined
  const [restore, removal] = [refusalFor('restore', refusal), refusalFor('remove', refusal)]
  const [invite, revoke] = [refusalFor('invite', refusal), refusalFor('revoke', refusal)]
  return (
    <GuildConsole
      frame={frame}
      here="/managers"
      title="Managers"
      lead={
        managers.length > 0 || claims.length > 0
          ? 'Managers can see and change this server, and only other servers that they manage.'
          : 'There are no managers yet. Administrators can manage every server.'
      }
    >
      {sent && (
        <PageNotice tone="done" title={invitedText(sent)}>
          {sent.link && <InvitationLink email={sent.sentTo} link={sent.link} />}
        </PageNotice>
      )}
      {revoke && <Notice tone="stop" title={revoke.error} />}
      {removed && !sent && (!refusal || restore) && (
        <PageNotice tone="done" title="The manager was removed.">
          <PostForm
            intent="restore"
            button="Undo"
            busy="Undoing"
            refusal={restore}
            className="mt-2 space-y-4"
          >
            <input type="hidden" name="userId" value={removed} />
          </PostForm>
        </PageNotice>
      )}
      {isReleased && !sent && !refusal && (
        <PageNotice tone="done" title="The claim was removed.">
          The person can claim the server again while they have Manage Server in Discord.
        </PageNotice>
      )}
      {managers.length > 0 && (
        <AccessList
          label="Managers"
          rows={managers}
          since="Manager since"
          intent="remove"
          objectOf={({ name }) => name}
          removal={removal}
        />
      )}
      <div className={managers.length > 0 ? 'mt-8' : undefined}>
        {claims.length > 0 && (
          <Section id="claims" title="Claims">
            <ClaimList claims={claims} removal={refusalFor('remove-claim', refusal)} />
          </Section>
        )}
        {invitations.length > 0 && (
          <Section id="invitations" title="Pending invitations">
            <InvitationList invitations={invitations} />
          </Section>
        )}
        <Section id="invite" title="Invite manager">
          <PostForm
            intent="invite"
            button="Invite manager"
            busy="Inviting"
            refusal={invite}
            done={sent}
            className="max-w-md space-y-4"
          >
            <Field label="Email" name="email" type="email" autoComplete="off" refusal={invite} required />
          </PostForm>
          <p className="mt-4 max-w-2xl text-soft">
            {deliveryText(mail)} The person accepts the invitation with a new or an existing account, and
            becomes a manager of this server.
          </p>
        </Section>
      </div>
    </GuildConsole>
  )
}
