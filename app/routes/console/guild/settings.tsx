import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { lacksMessageText } from '#app/features/bots/intents.ts'
import { knownDirectory } from '#app/features/pickers/pickers.server.ts'
import { settingsOfForm } from '#app/features/settings/form.ts'
import { saveSettingsInput } from '#app/features/settings/schema.ts'
import { readSettings, saveSettings } from '#app/features/settings/settings.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { DirectoryProvider } from '#app/ui/forms/directory.tsx'
import { INTENT_HINT, SettingsForm } from '#app/features/settings/ui/settings-form.tsx'
import { versionField } from '#app/primitives/schema.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read', title: 'Settings' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, search }) => ({
  saved: await readSettings(ctx, { guildId }),
  directory: await knownDirectory(ctx, { guildId }),
  lacksMessageText: lacksMessageText(ctx),
  done: search.has('done'),
}))

export const action = forms(({ guildId }) => ({
  save: formHandler(z.looseObject({ version: versionField }), async (ctx, values) => {
    const settings = settingsOfForm(values as unknown as Record<string, string>)
    const input = parse(saveSettingsInput, { settings })
    await saveSettings(ctx, { guildId, version: values.version, ...input })
    return redirect(`/admin/guilds/${guildId}/settings?done`)
  }),
}))

export default function Settings() {
  const { frame, saved, directory, lacksMessageText, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { settings } = saved
  const isUnread = lacksMessageText && settings.ask_forum_channels.length > 0
  const disabled = [
    !settings.modules.logging && 'the “Log channel” module',
    !settings.logging_enabled && '“Log to a channel”',
  ].filter((name) => name !== false)
  const isUnlogged = settings.log_channel_id !== null && disabled.length > 0
  return (
    <GuildConsole
      frame={frame}
      here="/settings"
      title="Settings"
      lead={
        saved.updated_at && (
          <>
            Version {saved.version}, saved <RelativeTime at={saved.updated_at} />.
          </>
        )
      }
    >
      <PageNotice
        tone={isUnread || isUnlogged ? 'warn' : 'done'}
        title={done && !refusal && 'The settings were saved and are in effect.'}
      >
        {isUnread && <p>{INTENT_HINT}</p>}
        {isUnlogged && (
          <p>{`Actions that use the default log channel fail until you enable ${disabled.join(' and ')}.`}</p>
        )}
      </PageNotice>
      <DirectoryProvider value={directory}>
        <SettingsForm key={saved.version} {...{ saved, lacksMessageText, refusal }} />
      </DirectoryProvider>
    </GuildConsole>
  )
}
