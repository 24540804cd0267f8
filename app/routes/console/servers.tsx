import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { z } from 'zod'
import { hasRole, requireUser } from '#app/access.ts'
import { inviteUrl } from '#app/features/actions/permissions.ts'
import { readGuildPolicy, saveGuildPolicy } from '#app/features/guilds/policy.server.ts'
import {
  guildPolicy,
  guildStates,
  isServed,
  LEAVE_AFTER_DAYS,
  type ChosenState,
} from '#app/features/guilds/schema.ts'
import { listAllGuilds, setGuildState } from '#app/features/guilds/states.server.ts'
import { PolicyForm } from '#app/features/guilds/ui/policy-form.tsx'
import { ServerList } from '#app/features/guilds/ui/server-list.tsx'
import { forms, formHandler, type FormHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guilds:write', title: 'Servers' } as const

const results = ['approved', 'unapproved', 'left', 'blocked', 'unblocked'] as const
type Result = (typeof results)[number]

export const loader = page(handle.needs, async (ctx, { search }) => {
  const guilds = await listAllGuilds(ctx)
  const result = results.find((name) => search.has(name)) ?? null
  const application = ctx.bot.current()?.applicationId
  return {
    guilds: guilds.toSorted((one, other) => order(one.state) - order(other.state)),
    policy: await readGuildPolicy(ctx),
    mayChange: hasRole(requireUser(ctx).role, 'guilds:policy'),
    invite: application ? inviteUrl(application) : null,
    result,
    changed: guilds.find(({ id }) => result && id === search.get(result)) ?? null,
    isSaved: search.has('saved'),
  }
})

const order = (state: (typeof guildStates)[number]) => guildStates.indexOf(state)

const idForm = z.object({ id: snowflake })
const sureForm = idForm.extend({ sure: z.literal('yes', { error: 'Select the checkbox to confirm.' }) })

const change = (state: ChosenState, result: Result, form = idForm): FormHandler =>
  formHandler(form, async (ctx, { id }) => {
    await setGuildState(ctx, { id, state })
    return redirect(`/admin/servers?${result}=${id}`)
  })

const policyForm = z.object({
  policy: guildPolicy.shape.policy,
  leave: z.enum(['yes', 'no']).transform((leave) => (leave === 'yes' ? LEAVE_AFTER_DAYS : null)),
})

export const action = forms(() => ({
  approve: change('active', 'approved'),
  unapprove: change('pending', 'unapproved'),
  leave: change('left', 'left', sureForm),
  block: change('blocked', 'blocked', sureForm),
  unblock: change('pending', 'unblocked'),
  policy: formHandler(policyForm, async (ctx, { policy, leave }) => {
    await saveGuildPolicy(ctx, { policy, leave_after_days: leave })
    return redirect('/admin/servers?saved')
  }),
}))

const resultTexts: Record<Result, (name: string) => string> = {
  approved: (name) => `${name} was approved.`,
  unapproved: (name) => `${name} is waiting for approval again.`,
  left: (name) => `The bot has left ${name}.`,
  blocked: (name) => `${name} was blocked.`,
  unblocked: (name) => `${name} was unblocked.`,
}
/** Intents that undo a result. The bot cannot return to a server by itself. */
const undoOf: Partial<Record<Result, string>> = { approved: 'unapprove', blocked: 'unblock' }

export default function Servers() {
  const { guilds, policy, mayChange, invite, result, changed, isSaved } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const undo = result && undoOf[result]
  const inOrder = useFirstOrder(guilds)
  const served = guilds.filter(({ state }) => isServed(state)).length
  const title = result && changed ? resultTexts[result](changed.name) : isSaved && 'The policy was saved.'
  const failed = refusalFor('unapprove', refusal) ?? refusalFor('approve', refusal)
  return (
    <Console
      here="/admin/servers"
      title="Servers"
      lead={`The bot works in ${formatAmount(served, 'server', 'servers')}.`}
      actions={
        invite && (
          <a href={invite} className="button">
            Add the bot to a server
          </a>
        )
      }
    >
      <PageNotice tone="stop" title={failed?.error} />
      <PageNotice tone="done" title={!refusal && title}>
        {undo && changed && (
          <div className="mt-2 flex flex-wrap gap-2">
            {isServed(changed.state) && (
              <a href={`/admin/guilds/${changed.id}`} className="button">
                Open console
              </a>
            )}
            <PostForm intent={undo} button="Undo" busy="Undoing">
              <input type="hidden" name="id" value={changed.id} />
            </PostForm>
          </div>
        )}
      </PageNotice>
      {guilds.length > 0 ? (
        <ServerList guilds={inOrder} refusal={refusal} />
      ) : (
        <EmptyState>
          {invite
            ? 'There are no servers yet. Add the bot to a server, and the server appears here.'
            : 'There are no servers yet. Connect your bot first.'}
        </EmptyState>
      )}
      <div className="mt-8">
        <Section
          id="policy"
          title="New servers"
          lead="What happens when the bot is added to a server that is not in this list."
        >
          <PolicyForm policy={policy} mayChange={mayChange} refusal={refusalFor('policy', refusal)} />
        </Section>
      </div>
    </Console>
  )
}

/** Keeps the order of the first rendering, so that no other button moves under the pointer when a state changes. */
function useFirstOrder<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const [first] = useState(() => new Map(items.map(({ id }, index) => [id, index])))
  const placeOf = ({ id }: Item) => first.get(id) ?? first.size
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}
