import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { hasRole, canAccess, isReadOnly, requireUser } from '#app/access.ts'
import { summarizeContent } from '#app/features/content/content.server.ts'
import { addGuild } from '#app/features/guilds/guilds.server.ts'
import { addGuildInput } from '#app/features/guilds/schema.ts'
import { listAllGuilds } from '#app/features/guilds/states.server.ts'
import { ServerList } from '#app/features/guilds/ui/server-list.tsx'
import { readSetup, skipSetupStep } from '#app/features/setup/setup.server.ts'
import { setupSteps } from '#app/features/setup/steps.ts'
import { SetupChecklist } from '#app/features/setup/ui/checklist.tsx'
import { summarizeGuilds } from '#app/features/stats/stats.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { ContentOverview } from '#app/features/cms/ui/content-overview.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { GuildList, NoGuilds } from '#app/features/stats/ui/guild-list.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'console:open', title: 'Console' } as const

export const loader = page(handle.needs, async (ctx, { search }) => {
  const { name, role, guildIds } = requireUser(ctx)
  return {
    name,
    role,
    guilds: canAccess({ role, guildIds }, 'guild:read') ? await summarizeGuilds(ctx) : null,
    mayAdd: hasRole(role, 'guilds:write'),
    pending: hasRole(role, 'guilds:write')
      ? (await listAllGuilds(ctx)).filter(({ state }) => state === 'pending')
      : [],
    content: hasRole(role, 'console:open') ? await summarizeContent(ctx) : null,
    setup: hasRole(role, 'site:write') ? await readSetup(ctx) : null,
    isDemo: isReadOnly(ctx.actor),
    isJoined: search.get('done') === 'joined',
  }
})

export const action = forms(() => ({
  add: formHandler(z.object(addGuildInput.shape), async (ctx, { id, name }) => {
    await addGuild(ctx, { id, name })
    return redirect(`/admin/guilds/${id}`)
  }),
  skip: formHandler(z.object({ step: z.enum(setupSteps) }), async (ctx, { step }) => {
    await skipSetupStep(ctx, { step })
    return redirect('/admin')
  }),
}))

export default function Admin() {
  const { name, role, guilds, mayAdd, pending, content, setup, isJoined } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  // Members see the console only if they manage a server, so their role would be misleading.
  const who = role === 'member' ? name : `${name} (${role})`
  return (
    <Console here="/admin" title="Console" lead={`Signed in as ${who}.`}>
      <PageNotice
        tone="done"
        title={isJoined && !refusal && `You accepted the invitation. Your role is ${role}.`}
      />
      {setup && <SetupChecklist steps={setup} />}
      {pending.length > 0 && (
        <Section
          id="pending"
          title="Waiting for approval"
          lead="The bot was added to these servers. Nothing runs there until you approve them."
        >
          <ServerList guilds={pending} action="/admin/servers" refusal={undefined} />
        </Section>
      )}
      {guilds && (
        <Section id="guilds" title="Servers">
          {guilds.length > 0 ? <GuildList guilds={guilds} /> : pending.length === 0 && <NoGuilds />}
          {mayAdd && (
            <details className="mt-6" open={Boolean(refusal)}>
              <summary className="link inline-block py-1">Add a server by its id</summary>
              <PostForm
                intent="add"
                button="Add server"
                busy="Adding"
                refusal={refusal}
                className="mt-4 max-w-md space-y-4"
              >
                <Field
                  label="Discord server id"
                  name="id"
                  inputMode="numeric"
                  autoComplete="off"
                  hint="17 to 20 digits. Turn on developer mode in Discord, right-click the server and copy its id."
                  refusal={refusal}
                  required
                />
                <Field label="Name" name="name" autoComplete="off" refusal={refusal} required />
              </PostForm>
            </details>
          )}
        </Section>
      )}
      {content && <ContentOverview {...content} />}
    </Console>
  )
}
