import { redirect, type LinksFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createAutomation } from '#app/features/automations/automations.server.ts'
import { recentEvents, dryRunDefinition } from '#app/features/automations/dry-run.server.ts'
import { EDIT, readPlainFields } from '#app/features/automations/plain-form.ts'
import { automationForm } from '#app/features/automations/form.ts'
import { templateOf } from '#app/features/automations/templates.ts'
import { knownDirectory } from '#app/features/pickers/pickers.server.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { dryRunHandler, showAgain } from '#app/http/pages/dry-run-form.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { AutomationBuilder } from '#app/features/automations/ui/builder.tsx'
import { TemplateList } from '#app/features/automations/ui/template-list.tsx'
import type { PanelResponse } from '#app/features/automations/ui/dry-run-panel.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import styles from '#app/features/actions/ui/discord.css?url'

export { clientAction, revalidates as shouldRevalidate } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:write', title: 'New automation' } as const

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = guildPage(handle.needs, async (ctx, { guildId, search }) => {
  const from = search.get('from')
  const { timezone } = await settingsOf(ctx, guildId)
  const begun = templateOf(from)
  const recent = await recentEvents(ctx, { guildId, types: begun.trigger.events })
  const directory = await knownDirectory(ctx, { guildId })
  return { from, begun, timezone, recent, directory, now: ctx.now().toISOString() }
})

export const action = forms<NonNullable<PanelResponse>>(
  ({ guildId }) => ({
    [EDIT]: showAgain,
    create: formHandler(automationForm, async (ctx, input) => {
      const { id } = await createAutomation(ctx, { guildId, ...input })
      return redirect(`/admin/guilds/${guildId}/automations/${id}?done=made`)
    }),
    test: dryRunHandler((ctx, input) => dryRunDefinition(ctx, { guildId, ...input })),
  }),
  { read: readPlainFields },
)

export default function NewAutomation() {
  const { frame, from, begun, timezone, recent, directory, now } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const base = `/admin/guilds/${frame.guild.id}/automations`
  const isBegun = from !== null || answer !== undefined
  return (
    <GuildConsole
      frame={frame}
      here="/automations"
      crumbs={[]}
      title="New automation"
      lead={
        isBegun
          ? 'Configure the automation, test it, then create it.'
          : 'Choose a template, or start with an empty automation.'
      }
    >
      {isBegun ? (
        <AutomationBuilder
          key={from}
          intent="create"
          saved={begun}
          guild={frame.guild}
          directory={directory}
          timezone={timezone}
          recent={recent}
          now={now}
          answer={answer}
        />
      ) : (
        <section aria-labelledby="templates">
          <h2 id="templates" className="text-3xl">
            Templates
          </h2>
          <TemplateList base={base} />
          <p className="mt-6">
            <a href={`${base}/new?from=empty`} className="button">
              Start empty
            </a>
          </p>
        </section>
      )}
    </GuildConsole>
  )
}
