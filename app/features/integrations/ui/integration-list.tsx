import type { ReactNode } from 'react'
import type { ListedIntegration } from '#app/features/integrations/integrations.server.ts'
import type { IntegrationsReport, SiteIntegration } from '#app/features/integrations/schema.ts'
import { clientSettings, perProvider } from '#app/platform/config/providers.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

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
  degraded: 'text-warn',
  offline: 'text-stop',
  unknown: 'text-muted',
  not_configured: 'text-muted',
}

/** Purpose of each integration, and the page of the manual that sets it up. */
const guides: Record<string, { hint: string; page: string }> = {
  discord: {
    hint: 'Receives slash commands and buttons from Discord. Needs a connected bot.',
    page: 'interactions',
  },
  'discord-gateway': {
    hint: 'Receives members, messages and voice events through a runner.',
    page: 'runners',
  },
  runners: { hint: 'Run the actions of automations and commands.', page: 'runners' },
  ...perProvider((provider) => {
    const { id, secret } = clientSettings(provider)
    return [`${provider}-sign-in`, { hint: `Needs ${id} and ${secret}.`, page: 'sign-in-providers' }]
  }),
  mail: {
    hint: 'Needs SMTP_URL. Without a mail server, you can read emails in the console’s mailbox.',
    page: 'mail#configure-smtp',
  },
  'bot-challenge': {
    hint: 'Protects the contact form from bots. Needs CHALLENGE_PROVIDER.',
    page: 'contact-form#bot-protection-captcha',
  },
  chat: {
    hint: 'A language model for questions about the published pages. Needs CHAT_BASE_URL and CHAT_MODEL.',
    page: 'chat#add-a-model',
  },
}

function IntegrationRow({
  integration,
  facts,
  children,
}: {
  integration: SiteIntegration
  facts?: string
  children?: ReactNode
}) {
  const { slug, name, status, last_heartbeat_at, last_error } = integration
  const { hint, page } = guides[slug]!
  return (
    <li
      id={slug}
      className="grid scroll-mt-16 items-start gap-x-8 gap-y-2 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_8rem_auto]"
    >
      <div className="min-w-0">
        <h3 className="text-xl">{name}</h3>
        <p className="text-soft [overflow-wrap:anywhere]">{hint}</p>
        {(last_heartbeat_at || facts) && (
          <p className="text-muted">
            {last_heartbeat_at && (
              <>
                Last report <RelativeTime at={last_heartbeat_at} />.{' '}
              </>
            )}
            {facts}
          </p>
        )}
        {last_error && (
          <p className="font-semibold text-stop">
            {last_error.message} Since <RelativeTime at={last_error.at} />.
          </p>
        )}
      </div>
      <p className={`font-semibold ${statusColors[status]}`}>{statusLabels[status]}</p>
      <div className="flex flex-wrap gap-2">
        <a href={`/admin/help/${page}`} className="button small">
          Set up<span className="sr-only"> {name}</span>
        </a>
        {children}
      </div>
    </li>
  )
}

const factsOf = ({ version, commands, enabled }: ListedIntegration): string =>
  [
    version && `Version ${version}.`,
    commands > 0 && `Registered commands: ${commands}.`,
    !enabled && 'Excluded from the overall status.',
  ]
    .filter(Boolean)
    .join(' ')

type Props = { integrations: ListedIntegration[]; refusal: FormRefusal | undefined }

/** Renders a guild's integrations, each with a switch that excludes the integration from the overall status. */
export function IntegrationList({ integrations, refusal }: Props) {
  return (
    <>
      <PageNotice tone="stop" title={refusal?.error}>
        {refusal?.current && 'This page shows the current version.'}
      </PageNotice>
      <h2 className="sr-only">Integrations of this server</h2>
      <ul className="border-t border-line">
        {integrations.map((one) => (
          <IntegrationRow key={one.slug} integration={one} facts={factsOf(one)}>
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
                buttonClassName="small"
                className=""
              >
                <input type="hidden" name="slug" value={one.slug} />
                <input type="hidden" name="version" value={one.revision} />
                <input type="hidden" name="enabled" value={one.enabled ? 'no' : 'yes'} />
              </PostForm>
            )}
          </IntegrationRow>
        ))}
      </ul>
    </>
  )
}

/** Renders the integrations that all servers share. Environment variables configure them. */
export function SiteIntegrations({ integrations }: { integrations: SiteIntegration[] }) {
  return (
    <Section
      id="integrations"
      title="Integrations"
      lead="All servers share these integrations. Environment variables configure them."
    >
      <ul className="border-t border-line">
        {integrations.map((one) => (
          <IntegrationRow key={one.slug} integration={one} />
        ))}
      </ul>
    </Section>
  )
}
