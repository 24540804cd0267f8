import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { outranks, requireUser, roles } from '#app/access.ts'
import { idParam } from '#app/features/accounts/schema.ts'
import { invitationsQuery, inviteInput } from '#app/features/invitations/schema.ts'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '#app/features/invitations/invitations.server.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { forms } from '#app/http/pages/form.server.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { Field, Select } from '#app/ui/forms/field.tsx'
import {
  deliveryText,
  InvitationLink,
  InvitationList,
  invitedText,
} from '#app/features/invitations/ui/invitation-list.tsx'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'users:write', title: 'Invitations' } as const

export const loader = page(handle.needs, async (ctx, { request }) => {
  const { role } = requireUser(ctx)
  const { query, number, path, pages } = listQuery(invitationsQuery, request.url)
  const { invitations, total } = await listInvitations(ctx, query)
  const guilds = (await listGuilds(ctx)).map(({ id, name }) => ({ value: id, name }))
  const offered = roles.filter((one) => outranks(role, one))
  const mail = Boolean(ctx.config.smtpUrl)
  return { mail, offered, guilds, invitations, number, path, pages: pages(total) }
})

const { email, role } = inviteInput.shape
const inviteForm = z.object({
  email,
  role,
  guild_id: z.preprocess((value) => value || null, inviteInput.shape.guild_id),
})

export const action = forms<{ sentTo: string; link: string | null }>(() => ({
  async invite(ctx, values) {
    const { invitation, link } = await createInvitation(ctx, parse(inviteForm, values))
    return { sentTo: invitation.email, link }
  },
  async revoke(ctx, values) {
    await revokeInvitation(ctx, parse(idParam, values))
    return redirect('/admin/users/invitations')
  },
}))

export default function Invitations() {
  const { mail, offered, guilds, invitations, number, path, pages } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const refusal = result && 'error' in result ? (result as FormRefusal) : undefined
  const sent = result && 'sentTo' in result ? result : undefined
  const invite = refusalFor('invite', refusal)
  return (
    <Console
      here="/admin/users"
      title="Invitations"
      lead="An invitation works once and expires after seven days."
      crumbs={[]}
    >
      {refusalFor('revoke', refusal) && <Notice tone="stop" title={refusal!.error} />}
      {sent && (
        <PageNotice tone="done" title={invitedText(sent)}>
          {sent.link && <InvitationLink email={sent.sentTo} link={sent.link} />}
        </PageNotice>
      )}
      <InvitationList invitations={invitations} />
      <Pager path={path} number={number} pages={pages} />
      <div className={invitations.length > 0 ? 'mt-10' : undefined}>
        <Section id="invite" title="Invite a person">
          <PostForm
            intent="invite"
            button="Create invitation"
            busy="Creating"
            refusal={invite}
            done={sent}
            className="max-w-md space-y-4"
          >
            <Field label="Email" name="email" type="email" autoComplete="off" refusal={invite} required />
            <Select
              label="Role"
              name="role"
              value={invite?.values.role ?? 'member'}
              options={offered.map((value) => ({ value, name: value }))}
            />
            <Select
              label="Server to manage"
              name="guild_id"
              value={invite?.values.guild_id ?? ''}
              options={[{ value: '', name: 'None' }, ...guilds]}
            />
          </PostForm>
          <p className="mt-4 max-w-2xl text-soft">
            {deliveryText(mail)} If the person already has an account, that account gets the role and the
            server.
          </p>
        </Section>
      </div>
    </Console>
  )
}
