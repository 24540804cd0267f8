import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { addManager, listManagers, removeManager } from '#app/features/guilds/managers.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { Day } from '#app/ui/feedback/timestamp.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guilds:write', title: 'Managers' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, search }) => {
  const managers = await listManagers(ctx, { guildId })
  const removed = search.get('removed')
  return { managers, removed: managers.some(({ user_id }) => user_id === removed) ? null : removed }
})

export const action = forms(({ guildId }) => {
  const back = () => redirect(`/admin/guilds/${guildId}/managers`)
  return {
    add: formHandler(
      z.object({ email: z.email({ error: 'Enter an email address.' }) }),
      async (ctx, { email }) => {
        await addManager(ctx, { guildId, email })
        return back()
      },
    ),
    restore: formHandler(z.object({ userId: z.string() }), async (ctx, { userId }) => {
      await addManager(ctx, { guildId, userId })
      return back()
    }),
    remove: formHandler(z.object({ userId: z.string() }), async (ctx, { userId }) => {
      if (!(await removeManager(ctx, { guildId, userId }))) return back()
      return redirect(`/admin/guilds/${guildId}/managers?${new URLSearchParams({ removed: userId })}`)
    }),
  }
})

export default function Managers() {
  const { frame, managers, removed } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const restore = refusalFor('restore', refusal)
  const removal = refusalFor('remove', refusal)
  return (
    <GuildConsole
      frame={frame}
      here="/managers"
      title="Managers"
      lead="Managers can see and change this server, but no other server. Managers do not need to be administrators."
    >
      {removed && (!refusal || restore) && (
        <PageNotice tone="done" title="The manager was removed.">
          <PostForm
            intent="restore"
            button="Undo"
            busy="Undoing"
            refusal={restore}
            className="mt-2 space-y-4"
          >
            <input type="hidden" name="userId" value={removed} />
          </PostForm>
        </PageNotice>
      )}
      {managers.length > 0 ? (
        <ul className="border-t border-line">
          {managers.map(({ user_id, name, email, created_at }) => (
            <li
              key={user_id}
              className="grid items-center gap-x-8 gap-y-3 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]"
            >
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <a href={`/admin/users/${user_id}`} className="link label inline-block py-0.5">
                  {name}
                </a>
                <p className="text-soft">
                  {email}, since <Day date={created_at} />
                </p>
              </div>
              <PostForm
                intent="remove"
                button={
                  <>
                    Remove<span className="sr-only"> {name}</span>
                  </>
                }
                busy="Removing"
                refusal={removal?.values.userId === user_id ? removal : undefined}
                className="space-y-4"
              >
                <input type="hidden" name="userId" value={user_id} />
              </PostForm>
            </li>
          ))}
        </ul>
      ) : (
        <p className="max-w-2xl text-soft">
          There are no managers yet. Administrators can manage every server.
        </p>
      )}
      <div className="mt-10">
        <Section
          id="add"
          title="Add manager"
          lead="The person needs an account on this site. Access takes effect when the person opens the next page."
        >
          <PostForm
            intent="add"
            button="Add manager"
            busy="Saving"
            refusal={refusalFor('add', refusal)}
            className="max-w-md space-y-4"
          >
            <Field
              label="Account email"
              name="email"
              type="email"
              autoComplete="off"
              refusal={refusalFor('add', refusal)}
              required
            />
          </PostForm>
        </Section>
      </div>
    </GuildConsole>
  )
}
