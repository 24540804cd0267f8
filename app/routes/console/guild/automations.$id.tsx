import { redirect, type LinksFunction, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import {
  copyAutomation,
  deleteAutomation,
  readAutomation,
  updateAutomation,
} from '#app/features/automations/automations.server.ts'
import { forecastActions, recentEvents, testAutomation } from '#app/features/automations/dry-run.server.ts'
import { EDIT, readPlainFields } from '#app/features/automations/plain-form.ts'
import { automationForm, runForm } from '#app/features/automations/form.ts'
import { defaultRun } from '#app/features/automations/runs/run-event.server.ts'
import { runAutomation } from '#app/features/automations/runs/run-now.server.ts'
import { findRun } from '#app/features/automations/runs/runs.server.ts'
import { knownDirectory } from '#app/features/pickers/pickers.server.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { dryRunHandler, showAgain } from '#app/http/pages/dry-run-form.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { AutomationBuilder } from '#app/features/automations/ui/builder.tsx'
import { CopyOrDeleteAutomation } from '#app/features/automations/ui/delete-automation.tsx'
import { AutomationStatus } from '#app/features/automations/ui/status.tsx'
import type { PanelResponse } from '#app/features/automations/ui/dry-run-panel.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { EnableAutomation, SavedNotice } from '#app/features/automations/ui/saved-notice.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'
import { ownValue } from '#app/primitives/objects.ts'
import { versionField } from '#app/primitives/schema.ts'
import styles from '#app/features/actions/ui/discord.css?url'

export { clientAction, revalidates as shouldRevalidate } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.automation.name ?? 'Automation', matches)

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = guildPage(handle.needs, async (ctx, { guildId, id, search }) => {
  const automation = await readAutomation(ctx, { guildId, id })
  const { timezone } = await settingsOf(ctx, guildId)
  const recent = await recentEvents(ctx, { guildId, types: automation.trigger.events })
  const directory = await knownDirectory(ctx, { guildId })
  const done = ownValue(doneMessages, search.get('done')) ?? null
  const forecast = done && (await forecastActions(ctx, { guildId, id }))
  const runId = runParam.safeParse(search.get('run')).data
  const run = runId && (await findRun(ctx, { guildId, id, runId }))
  const { enabled, trigger } = automation
  const next = await defaultRun(ctx, { guildId, id, enabled, types: trigger.events })
  const now = ctx.now().toISOString()
  return { automation, timezone, recent, directory, now, done, forecast, run, next }
})

/** Id of the run that was just started. */
const runParam = z.string().regex(/^\w{1,40}$/)

const versionForm = z.object({ version: versionField })
const confirmedForm = z.object({
  sure: z.literal('yes', { error: 'Select the checkbox to confirm.' }),
  ...versionForm.shape,
})

export const action = forms<NonNullable<PanelResponse>>(
  ({ guildId, id }) => {
    const asked = { guildId, id }
    const base = `/admin/guilds/${guildId}/automations`
    return {
      [EDIT]: showAgain,
      save: async (ctx, values) => {
        const input = parse(automationForm, values)
        const { enabled } = await readAutomation(ctx, asked)
        await updateAutomation(ctx, { ...asked, ...input, ...parse(versionForm, values) })
        const done = enabled === input.enabled ? 'saved' : input.enabled ? 'enabled' : 'disabled'
        return redirect(`${base}/${asked.id}?done=${done}`)
      },
      test: dryRunHandler((ctx, input) => testAutomation(ctx, { ...asked, ...input })),
      run: formHandler(runForm, async (ctx, choice) => {
        const run = await runAutomation(ctx, { ...asked, ...choice })
        return redirect(`${base}/${id}?run=${run.id}`)
      }),
      copy: formHandler(z.object({}), async (ctx) => {
        const { id } = await copyAutomation(ctx, asked)
        return redirect(`${base}/${id}?done=copied`)
      }),
      delete: formHandler(confirmedForm, async (ctx, { version }) => {
        await deleteAutomation(ctx, { ...asked, version })
        return redirect(`${base}?done=deleted`)
      }),
    }
  },
  { read: readPlainFields },
)

const doneMessages: Record<string, string> = {
  made: 'The automation was created.',
  saved: 'The automation was saved.',
  enabled: 'The automation was saved and enabled.',
  disabled: 'The automation was saved and disabled.',
  copied: 'The automation was copied. The copy is disabled.',
}

export default function Automation() {
  const { frame, automation, timezone, recent, directory, now, done, forecast, run, next } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refusal = answer && 'error' in answer ? answer : undefined
  const base = `/admin/guilds/${frame.guild.id}/automations`
  return (
    <GuildConsole
      frame={frame}
      here="/automations"
      crumbs={[]}
      title={automation.name}
      lead={automation.description}
    >
      {done && forecast && !answer && (
        <SavedNotice title={done} forecast={forecast} actions={automation.actions}>
          {!automation.enabled && <EnableAutomation />}
        </SavedNotice>
      )}
      <div className="mb-4">
        <AutomationStatus automation={automation} base={base} />
      </div>
      <AutomationBuilder
        // Enabling the automation also changes the fields.
        key={`${automation.id} ${automation.enabled}`}
        intent="save"
        saved={automation}
        version={automation.version}
        guild={frame.guild}
        directory={directory}
        timezone={timezone}
        recent={recent}
        now={now}
        answer={answer}
        running={{
          next,
          refusal: refusalFor('run', refusal),
          started:
            run && !answer ? { href: `${base}/${automation.id}/runs/${run.id}`, at: run.at } : undefined,
        }}
      />
      <CopyOrDeleteAutomation
        automation={automation}
        copying={refusalFor('copy', refusal)}
        deleting={refusalFor('delete', refusal)}
      />
    </GuildConsole>
  )
}
