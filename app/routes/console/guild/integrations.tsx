import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listGuildIntegrations, saveIntegration } from '#app/features/integrations/integrations.server.ts'
import { forms, formHandler, slugToggleForm } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { IntegrationList, overallLabels } from '#app/features/integrations/ui/integration-list.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read', title: 'Integrations' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId }) => ({
  report: await listGuildIntegrations(ctx, { guildId }),
}))

export const action = forms(({ guildId }) => ({
  switch: formHandler(slugToggleForm, async (ctx, wanted) => {
    await saveIntegration(ctx, { guildId, ...wanted })
    return redirect(`/admin/guilds/${guildId}/integrations#${wanted.slug}`)
  }),
}))

export default function Integrations() {
  const { frame, report } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const isAnyConfigured = report.integrations.some(({ status }) => status !== 'not_configured')
  return (
    <GuildConsole
      frame={frame}
      here="/integrations"
      title="Integrations"
      lead={isAnyConfigured ? overallLabels[report.status] : 'No integration is configured.'}
    >
      <IntegrationList integrations={report.integrations} refusal={refusal} />
    </GuildConsole>
  )
}
