import type { ListedIntegration } from '#app/features/integrations/integrations.server.ts'
import type { IntegrationsReport } from '#app/features/integrations/schema.ts'
import { clientSettings, perProvider } from '#app/platform/config/providers.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Timestamp, RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

/** Descriptions of the overall status. */
export const overallLabels: Record<IntegrationsReport['status'], string> = {
  operational: 'All configured integrations are working.',
  degraded: 'Some integrations are not working.',
  down: 'None of the configured integrations are working.',
}

const statusLabels: Record<ListedIntegration['status'], string> = {
  online: 'online',
  degraded: 'degraded',
  offline: 'offline',
  unknown: 'no report yet',
  not_configured: 'not configured',
}
const statusColors: Record<ListedIntegration['status'], string> = {
  online: 'text-go',
  degraded: 'text-amber',
  offline: 'text-stop',
  unknown: 'text-muted',
  not_configured: 'text-muted',
}

/** Purpose and setup of each integration. */
const hints: Record<string, string> = {
  discord:
    'Discord sends interactions, such as slash commands, to /api/discord/interactions. Needs DISCORD_PUBLIC_KEY.',
  'discord-gateway': 'A runner reports gateway events, such as members, messages and voice.',
  runners: 'Runners execute the actions of automations and commands. Create a token with runners create.',
  ...perProvider((provider) => {
    const { id, secret } = clientSettings(provider)
    return [`${provider}-sign-in`, `Needs ${id} and ${secret}.`]
  }),
  mail: 'Needs SMTP_URL. Without a mail server, you can read emails in the console’s mailbox.',
  'bot-challenge': 'Protects the contact form from bots. Needs CHALLENGE_PROVIDER.',
  chat: 'Uses the published content to reply to questions.',
}

type Props = { integrations: ListedIntegration[]; refusal: FormRefusal | undefined }

/** Renders the list of integrations, each with a switch that excludes the integration from the overall status. */
export function IntegrationList({ integrations, refusal }: Props) {
  return (
    <>
      <PageNotice tone="stop" title={refusal?.error}>
        {refusal?.current && 'This page shows the current version.'}
      </PageNotice>
      <ul className="border-t border-line">
        {integrations.map((one) => (
          <li
            key={one.slug}
            id={one.slug}
            className="grid scroll-mt-6 gap-x-8 gap-y-2 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_9rem_auto]"
          >
            <div className="min-w-0">
              <h2 className="text-xl">{one.name}</h2>
              <p className="text-soft [overflow-wrap:anywhere]">{hints[one.slug]}</p>
              <p className="text-muted">
                {one.last_heartbeat_at && (
                  <>
                    Last report <RelativeTime at={one.last_heartbeat_at} />
                    {one.version && `, version ${one.version}`}.{' '}
                  </>
                )}
                {one.commands > 0 && `Registered commands: ${one.commands}. `}
                {!one.enabled && 'Excluded from the overall status.'}
              </p>
              {one.last_error && (
                <p className="font-semibold text-stop">
                  {one.last_error.message} Since <Timestamp at={one.last_error.at} />.
                </p>
              )}
            </div>
            <p className={`font-semibold ${statusColors[one.status]}`}>{statusLabels[one.status]}</p>
            {(one.status !== 'not_configured' || !one.enabled) && (
              <PostForm
                intent="switch"
                button={
                  <>
                    {one.enabled ? 'Exclude' : 'Include'}
                    <span className="sr-only"> {one.name}</span>
                  </>
                }
                busy="Saving"
                look="button"
                className=""
              >
                <input type="hidden" name="slug" value={one.slug} />
                <input type="hidden" name="version" value={one.revision} />
                <input type="hidden" name="enabled" value={one.enabled ? 'no' : 'yes'} />
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
