import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { hasRole, requireUser } from '#app/access.ts'
import { keyExpiryForm, keyRequestForm } from '#app/features/keys/form.ts'
import { listGuildKeys, revokeGuildKey, shortenGuildKey } from '#app/features/keys/keys.server.ts'
import {
  cancelKeyRequest,
  declineKeyRequest,
  listKeyRequests,
  requestKey,
} from '#app/features/keys/requests.server.ts'
import { declineInput, keyId, keyRequestId } from '#app/features/keys/schema.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { guildPage } from '#app/http/pages/page.server.ts'
import { GuildConsole } from '#app/features/guilds/ui/guild-console.tsx'
import { KeyList } from '#app/features/keys/ui/key-list.tsx'
import { RequestForm } from '#app/features/keys/ui/request-form.tsx'
import { RequestList } from '#app/features/keys/ui/request-list.tsx'
import { ownValue } from '#app/primitives/objects.ts'
import { Disclosure } from '#app/ui/feedback/disclosure.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'
import { refusalFor } from '#app/ui/forms/refusal.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'guild:read', title: 'API keys' } as const

export const loader = guildPage(handle.needs, async (ctx, { guildId, search }) => ({
  keys: await listGuildKeys(ctx, { guildId }),
  requests: await listKeyRequests(ctx, { guildId }),
  mayDecide: hasRole(requireUser(ctx).role, 'keys:decide'),
  now: ctx.now().getTime(),
  done: search.get('done'),
}))

const revokeForm = z.object({
  ...keyId.shape,
  sure: z.literal('yes', {
    error: 'Select the checkbox to confirm. Programs that use the key will stop working immediately.',
  }),
})

export const action = forms(({ guildId }) => {
  const back = (done: keyof typeof doneMessages, fragment = '') =>
    redirect(`/admin/guilds/${guildId}/keys?done=${done}${fragment}`)
  return {
    request: formHandler(keyRequestForm, async (ctx, input) => {
      const { id } = await requestKey(ctx, { guildId, ...input })
      // The form is below the list. The page shows the new request.
      return back('requested', `#request-${id}`)
    }),
    cancel: formHandler(z.object(keyRequestId.shape), async (ctx, { id }) => {
      await cancelKeyRequest(ctx, { guildId, id })
      return back('cancelled')
    }),
    decline: formHandler(z.object(declineInput.shape), async (ctx, input) => {
      await declineKeyRequest(ctx, { guildId, ...input })
      return back('declined')
    }),
    expire: formHandler(keyExpiryForm, async (ctx, input) => {
      await shortenGuildKey(ctx, { guildId, ...input })
      return back('expiry')
    }),
    revoke: formHandler(revokeForm, async (ctx, { id }) => {
      await revokeGuildKey(ctx, { guildId, id })
      return back('revoked')
    }),
  }
})

const doneMessages = {
  requested: 'The request was sent, and the site owners were notified.',
  cancelled: 'The request was cancelled.',
  declined: 'The request was declined.',
  expiry: 'The expiry was saved.',
  revoked: 'The key was revoked. Requests with the key now return 401.',
}

export default function Keys() {
  const { frame, keys, requests, mayDecide, now, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const requestRefusal = refusalFor('request', refusal)
  const requestForm = <RequestForm refusal={requestRefusal} done={done === 'requested' && requests[0]?.id} />
  return (
    <GuildConsole
      frame={frame}
      here="/keys"
      title="API keys"
      actions={
        <a href={mayDecide ? '#make' : '#request'} className="button small max-sm:hidden">
          {mayDecide ? 'Create key' : 'Request key'}
        </a>
      }
      lead={
        keys.length > 0
          ? 'Programs use API keys to read and change this server’s data. The keys themselves are never shown here.'
          : 'No keys yet. Programs need a key to use the API.'
      }
    >
      <PageNotice tone="done" title={!refusal && ownValue(doneMessages, done)} />
      {keys.length > 0 && <KeyList keys={keys} now={now} refusal={refusal} />}
      <div className={keys.length > 0 ? 'mt-8' : undefined}>
        {requests.length > 0 && (
          <Section id="requests" title="Requests">
            <RequestList requests={requests} keys={keys} mayDecide={mayDecide} refusal={refusal} />
          </Section>
        )}
        {mayDecide && (
          <Section
            id="make"
            title="Create key"
            lead="Run this command on the machine that runs the site. It prints the key once."
          >
            <Terminal
              lines={[
                `npm run -s signpost -- keys create --guild ${frame.guild.id} \\`,
                '  --scopes stats:read,commands:read --name "My reader"',
              ]}
            />
            {keys.length > 0 && (
              <>
                <p className="mt-5 max-w-2xl text-soft">
                  To replace a key without downtime, rotate the key. The old key stays valid for a day.
                </p>
                <Terminal lines={[`npm run -s signpost -- keys rotate --id ${keys.at(-1)!.id}`]} />
              </>
            )}
          </Section>
        )}
        {mayDecide ? (
          <Disclosure title="Request key" open={requestRefusal !== undefined}>
            {requestForm}
          </Disclosure>
        ) : (
          <Section id="request" title="Request key">
            {requestForm}
            <p className="mt-4 max-w-2xl text-soft">
              A site owner creates the key on the command line and gives it to you. Keys are never shown in
              the console.
            </p>
          </Section>
        )}
      </div>
    </GuildConsole>
  )
}
