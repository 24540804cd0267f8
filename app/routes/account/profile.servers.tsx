import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { offeredProviders } from '#app/features/accounts/sign-in/identities.server.ts'
import { claimGuild, listFound, releaseClaim } from '#app/features/claims/claims.server.ts'
import { OwnServers } from '#app/features/claims/ui/own-servers.tsx'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { accountSections } from '#app/ui/layout/console-nav.ts'
import { SectionLayout } from '#app/ui/layout/section-layout.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'profile:own', title: 'Your servers' } as const

export const loader = page(handle.needs, async (ctx, { search }) => {
  const servers = await listFound(ctx)
  const done = search.get('claimed')
  return {
    servers,
    claimed: servers.find(({ id, option }) => id === done && option === 'claimed')?.name ?? null,
    isReleased: search.has('released'),
    applicationId: ctx.bot.current()?.applicationId ?? null,
    mayFind: offeredProviders(ctx).includes('discord'),
  }
})

const idForm = z.object({ id: snowflake })

export const action = forms(() => ({
  claim: formHandler(idForm, async (ctx, { id }) => {
    await claimGuild(ctx, { guildId: id })
    return redirect(`/profile/servers?claimed=${id}`)
  }),
  release: formHandler(idForm, async (ctx, { id }) => {
    await releaseClaim(ctx, { guildId: id })
    return redirect('/profile/servers?released')
  }),
}))

const FIND = `/api/auth/discord?${new URLSearchParams({ guilds: 'true', redirect_to: '/profile/servers' })}`

export default function YourServers() {
  const { servers, claimed, isReleased, applicationId, mayFind } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <SectionLayout
      label="Your account"
      rooms={accountSections}
      here="/profile/servers"
      title="Your servers"
      lead="Claim the Discord servers that you manage."
    >
      <PageNotice
        tone="done"
        title={
          !refusal &&
          (claimed ? `You have claimed ${claimed}.` : isReleased && 'You have given up the claim.')
        }
      />
      {servers.length > 0 ? (
        <OwnServers servers={servers} applicationId={applicationId} refusal={refusal} />
      ) : (
        <EmptyState>
          {mayFind
            ? 'To list the servers in which you have Manage Server, sign in with Discord. The list is kept for an hour.'
            : 'Sign-in with Discord is not configured on this site. Ask an administrator for access to your server.'}
        </EmptyState>
      )}
      {mayFind && (
        <p className="mt-6">
          <a href={FIND} className="button">
            Find my servers
          </a>
        </p>
      )}
    </SectionLayout>
  )
}
