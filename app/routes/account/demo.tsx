import { redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isReadOnly } from '#app/access.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { DEMO_SESSION_SECONDS, demoOffError, openDemo } from '#app/features/demo/session.server.ts'
import { sessionCookie } from '#app/http/auth/session-cookie.server.ts'
import { form } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { FormCard, PageCard } from '#app/ui/forms/form-card.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { LeaveDemo } from '#app/ui/layout/demo-banner.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { title: 'Live demo' } as const

const title = handle.title
const guildPath = `/admin/guilds/${DEMO_GUILD.id}`

export const loader = page('anyone', async ({ actor, config }, { search }) => {
  if (!config.demo) throw demoOffError()
  return {
    name: actor.kind === 'user' ? actor.name : null,
    isOpen: isReadOnly(actor),
    refused: search.has('refused'),
    guildPath,
  }
})

export const action = form(z.object({}), async (ctx, _, { context }) => {
  const cookie = sessionCookie(await openDemo(ctx), DEMO_SESSION_SECONDS, context.facts.secure)
  return redirectDocument(guildPath, { headers: { 'Set-Cookie': cookie } })
})

export default function Demo() {
  const { name, isOpen, refused, guildPath } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  if (isOpen)
    return (
      <PageCard title={title} lead="The demo is open in this browser. It is read-only.">
        {refused && (
          <div className="mt-6">
            <Notice title="This page is not part of the demo.">
              The demo shows the console of one server, without an account.
            </Notice>
          </div>
        )}
        <p className="mt-6">
          <a href={guildPath} className="finger">
            Open console
          </a>
        </p>
        <div className="mt-4">
          <LeaveDemo />
        </div>
      </PageCard>
    )
  if (name !== null)
    return (
      <PageCard title={title} lead={`You are signed in as ${name}. Sign out before you open the demo.`}>
        <p className="mt-6 flex flex-wrap gap-4">
          <a href="/logout" className="button">
            Sign out
          </a>
          <a href="/profile" className="button">
            Open profile
          </a>
        </p>
      </PageCard>
    )
  return (
    <FormCard
      title={title}
      lead="Explore the console of a Discord server with 90 days of sample data. The demo is read-only, needs no account and ends after an hour."
      button="Open demo"
      busy="Opening"
      refusal={refusal}
    >
      {null}
    </FormCard>
  )
}
