import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { z } from 'zod'
import { connectBot, disconnectBot } from '#app/features/bots/bots.server.ts'
import { connectBotInput } from '#app/features/bots/schema.ts'
import { ConnectForm, PortalSteps } from '#app/features/bots/ui/connect-form.tsx'
import { enableIntents, setDelivery } from '#app/features/integrations/bot/change.server.ts'
import { checkBot } from '#app/features/integrations/bot/checks.server.ts'
import type { BotReport } from '#app/features/integrations/bot/schema.ts'
import { BotChecks } from '#app/features/integrations/ui/bot-checks.tsx'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { ownValue } from '#app/primitives/objects.ts'
import { LiveIndicator } from '#app/ui/feedback/live-mark.tsx'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { useActionResult } from '#app/ui/feedback/action-result.ts'
import { ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'bot:manage', title: 'Bot' } as const

export const loader = page(handle.needs, async (ctx, { search }) => ({
  report: await checkBot(ctx),
  hasHttps: ctx.config.siteUrl.startsWith('https:'),
  done: search.get('done'),
}))

const back = (done: string) => redirect(`/admin/bot?done=${done}#checks`)

export const action = forms(() => ({
  async connect(ctx, { token }) {
    await connectBot(ctx, parse(connectBotInput, { token }))
    return back('connected')
  },
  disconnect: formHandler(
    z.object({ confirm: z.literal('yes', { error: 'Select the checkbox to confirm.' }) }),
    async (ctx) => {
      await disconnectBot(ctx)
      return redirect('/admin/bot?done=disconnected')
    },
  ),
  async check(ctx) {
    await checkBot(ctx, { force: true })
    return back('checked')
  },
  async intents(ctx) {
    await enableIntents(ctx)
    return back('intents')
  },
  async gateway(ctx) {
    await setDelivery(ctx, { delivery: 'gateway' })
    return back('gateway')
  },
  async http(ctx) {
    await setDelivery(ctx, { delivery: 'http' })
    return back('http')
  },
}))

const doneMessages: Record<string, string> = {
  connected: 'The bot was connected. Signpost uses it now, without a restart.',
  disconnected: 'The bot was disconnected. Its token was deleted from this site.',
  checked: 'The checks ran again.',
  intents: 'Discord enabled the intents. The bot reconnects to the gateway to use them.',
  gateway: 'Discord now sends interactions over the gateway.',
  http: 'Discord tested the URL of this site, and now sends interactions to it.',
}

export default function BotPage() {
  const { report, hasHttps, done } = useLoaderData<typeof loader>()
  const refusal = useActionResult<typeof action>()
  const { bot } = report
  return (
    <Console
      here="/admin/bot"
      title="Bot"
      lead={
        bot.status === 'none'
          ? 'Connect a Discord bot for commands, automations and statistics.'
          : 'The Discord bot of this site and its setup.'
      }
    >
      <PageNotice tone="done" title={!refusal && ownValue(doneMessages, done)} />
      {bot.problem && (
        <div className="mb-6">
          <Notice tone="stop" title={bot.problem} />
        </div>
      )}
      {bot.status === 'none' ? (
        <Section id="connect" title="Connect your bot">
          <PortalSteps />
          <ConnectForm refusal={refusalFor('connect', refusal)} isFirst />
        </Section>
      ) : (
        <Connected report={report} hasHttps={hasHttps} refusal={refusal} />
      )}
    </Console>
  )
}

type ConnectedProps = { report: BotReport; hasHttps: boolean; refusal: FormRefusal | undefined }

function Connected({ report, hasHttps, refusal }: ConnectedProps) {
  const { bot, checks } = report
  const isStored = bot.source === 'database'
  const needsToken = checks.some(({ id, status }) => id === 'token' && status === 'failed')
  // The number of users stays a warning for months, and changes slowly.
  const isSetUp = checks.every(({ id, status }) => status === 'ok' || id === 'growth')
  const [connect, disconnect] = [refusalFor('connect', refusal), refusalFor('disconnect', refusal)]
  // An update of the page must not close the form while a person types.
  const [opensToken] = useState(needsToken || bot.status !== 'connected' || Boolean(connect))
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center gap-4">
        {bot.icon && (
          <img src={bot.icon} alt="" referrerPolicy="no-referrer" className="size-14 object-cover" />
        )}
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h2 className="text-2xl">{bot.name ?? 'Discord bot'}</h2>
          <p className="text-muted">
            {bot.application_id && <>Application {bot.application_id}. </>}
            {bot.connected_at && (
              <>
                Connected <Timestamp at={bot.connected_at} />
                {bot.connected_by && ` by ${bot.connected_by}`}.
              </>
            )}
          </p>
        </div>
      </div>
      {checks.length > 0 && (
        <Section id="checks" title="Checks">
          <LiveIndicator address={null} final={isSetUp && 'All checks passed'} />
          <BotChecks report={report} hasHttps={hasHttps} refusal={refusal} />
          <PostForm
            intent="check"
            button="Check again"
            busy="Checking"
            refusal={refusalFor('check', refusal)}
            className="mt-4"
          />
        </Section>
      )}
      {isStored ? (
        <Section id="token" title="Token">
          <details className="more" open={opensToken}>
            <summary>Replace the token</summary>
            <div className="py-3">
              <ConnectForm refusal={connect} isFirst={false} />
            </div>
          </details>
          <details className="more" open={Boolean(disconnect)}>
            <summary>Disconnect the bot</summary>
            <PostForm
              intent="disconnect"
              button="Disconnect bot"
              busy="Disconnecting"
              look="button danger"
              refusal={disconnect}
              className="max-w-xl space-y-4 py-3"
            >
              <p className="text-soft">
                The token is deleted from this site, and the bot goes offline. Servers, commands and
                automations remain.
              </p>
              <ConfirmCheckbox label="Disconnect this bot" name="confirm" refusal={disconnect} />
            </PostForm>
          </details>
        </Section>
      ) : (
        <Section id="token" title="Token">
          <p className="max-w-xl text-soft">
            <code>DISCORD_BOT_TOKEN</code> sets the bot, so it cannot be changed here. To use another bot,
            change the variable and restart Signpost. To connect a bot in the console instead, remove the
            variable.
          </p>
        </Section>
      )}
    </>
  )
}
