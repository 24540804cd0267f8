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
  sure: z.literal('yes', { error: 'Tick the box: whatever uses the key stops working at once.' }),
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
      lead="What programs read this guild with. Nobody can see a key again; here you see what each may do, and end it."
    >
      <PageNotice
        tone="done"
        title={done && !refusal && 'The key is revoked. Whoever still uses it gets 401 from now on.'}
      />
      {keys.length > 0 ? (
        <KeyList keys={keys} refusal={refusal} />
      ) : (
        <p className="max-w-2xl text-soft">
          There is no key yet. A program needs one to read the statistics, settings, commands and automations
          of this guild.
        </p>
      )}
      <div className="mt-10">
        <Section
          id="make"
          title="Make a key"
          lead="Keys are made on the machine that runs the site, and nowhere else, so that no page and no browser ever holds one."
        >
          <Terminal
            lines={[
              `npm run -s signpost -- keys create --guild ${frame.guild.id} \\`,
              '  --scopes stats:read,commands:read --name "My reader"',
            ]}
          />
          <p className="mt-5 max-w-2xl text-soft">
            To change one without a gap, rotate it: the old key goes on for a day beside the new one.
          </p>
          <Terminal lines={[`npm run -s signpost -- keys rotate --id ${keys.at(-1)?.id ?? 'aBcD1234'}`]} />
        </Section>
      </div>
    </GuildConsole>
  )
}
