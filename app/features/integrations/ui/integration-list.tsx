import type { ListedIntegration } from '#app/features/integrations/integrations.server.ts'
import type { IntegrationsReport } from '#app/features/integrations/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

/** All of it together, in a sentence. */
export const overallLabels: Record<IntegrationsReport['status'], string> = {
  operational: 'All that is set up works.',
  degraded: 'Some of it does not work as it should.',
  down: 'Nothing that is set up works.',
}

const statusLabels: Record<ListedIntegration['status'], string> = {
  online: 'online',
  degraded: 'degraded',
  offline: 'offline',
  unknown: 'not heard of yet',
  not_configured: 'not set up',
}
const statusColors: Record<ListedIntegration['status'], string> = {
  online: 'text-go',
  degraded: 'text-amber',
  offline: 'text-stop',
  unknown: 'text-muted',
  not_configured: 'text-muted',
}

/** What each is for, and how to have it where it is not set up. */
const hints: Record<string, string> = {
  discord: 'Discord sends uses of commands to /api/discord/interactions. It takes DISCORD_PUBLIC_KEY.',
  'discord-gateway': 'A runner tells what the gateway says: members, messages, voice.',
  runners: 'They carry out what automations and commands do. Make a token with runners create.',
  'github-sign-in': 'It takes GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.',
  'discord-sign-in': 'It takes DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET.',
  mail: 'It takes SMTP_URL. Without it, letters lie in the mailbox of the console.',
  'bot-challenge': 'Keeps programs from the contact form. It takes CHALLENGE_PROVIDER.',
  chat: 'Answers questions from the published content.',
}

type Props = { integrations: ListedIntegration[]; refusal: FormRefusal | undefined }

/** Everything that the bot works together with, each with a way to leave it out of the whole. */
export function IntegrationList({ integrations, refusal }: Props) {
  return (
    <>
      <PageNotice tone="stop" title={refusal?.error}>
        {refusal?.current && 'This page shows what stands now.'}
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
                    Last heard of <Timestamp at={one.last_heartbeat_at} />
                    {one.version && `, version ${one.version}`}.{' '}
                  </>
                )}
                {one.commands > 0 && `${one.commands} commands are registered. `}
                {!one.enabled && 'It counts for nothing in the whole.'}
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
                    {one.enabled ? 'Leave out' : 'Count in'}
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
