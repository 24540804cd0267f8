import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { listGuildKeys, revokeGuildKey } from '#app/features/keys/keys.server.ts'
import { keyId } from '#app/features/keys/schema.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { KeyList } from '#app/features/keys/ui/key-list.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read', title: 'API keys' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, search }) => ({
  keys: await listGuildKeys(ctx, { guildId }),
  done: search.has('done'),
}))

const input = z.object({
  ...keyId.shape,
  sure: z.literal('yes', {
    error: 'Select the checkbox to confirm. Programs that use the key will stop working immediately.',
  }),
})

export const action = forms(({ guildId }) => ({
  revoke: formHandler(input, async (ctx, { id }) => {
    await revokeGuildKey(ctx, { guildId, id })
    return redirect(`/admin/guilds/${guildId}/keys?done`)
  }),
}))

export default function Keys() {
  const { frame, keys, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <GuildConsole
      frame={frame}
      here="/keys"
      title="API keys"
      lead="Programs use API keys to read this server’s data. Here you can see the scopes of each key, and revoke keys. The keys themselves are never shown again."
    >
      <PageNotice
        tone="done"
        title={done && !refusal && 'The key was revoked. Requests with the key now return 401.'}
      />
      {keys.length > 0 ? (
        <KeyList keys={keys} refusal={refusal} />
      ) : (
        <p className="max-w-2xl text-soft">
          There are no keys yet. A program needs a key to read the statistics, settings, commands and
          automations of this server.
        </p>
      )}
      <div className="mt-10">
        <Section
          id="make"
          title="Create key"
          lead="Create keys on the machine that runs the site. Keys are never shown in a browser."
        >
          <Terminal
            lines={[
              `npm run -s signpost -- keys create --guild ${frame.guild.id} \\`,
              '  --scopes stats:read,commands:read --name "My reader"',
            ]}
          />
          <p className="mt-5 max-w-2xl text-soft">
            To replace a key without downtime, rotate the key. The old key stays valid for a day.
          </p>
          <Terminal lines={[`npm run -s signpost -- keys rotate --id ${keys.at(-1)?.id ?? 'aBcD1234'}`]} />
        </Section>
      </div>
    </GuildConsole>
  )
}
