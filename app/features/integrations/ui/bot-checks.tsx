import type { ReactNode } from 'react'
import {
  botCheckTitles,
  INVITE_FIX,
  type BotCheck,
  type BotReport,
} from '#app/features/integrations/bot/schema.ts'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'

const states: Record<BotCheck['status'], { label: string; ink: string }> = {
  ok: { label: 'Passed', ink: 'text-go' },
  waiting: { label: 'Waiting', ink: 'text-muted' },
  warning: { label: 'Warning', ink: 'text-warn' },
  failed: { label: 'Failed', ink: 'text-stop' },
}

type Props = { report: BotReport; hasHttps: boolean; refusal: FormRefusal | undefined }

/** Renders the checks of the bot, each with its result, its time, its fix and the actions that fix it. */
export const BotChecks = ({ report, ...props }: Props) => (
  <ol className="border-t border-line">
    {report.checks.map((check) => (
      <Check key={check.id} check={check}>
        <Actions check={check} report={report} {...props} />
      </Check>
    ))}
  </ol>
)

function Check({
  check: { id, status, found, at, fix },
  children,
}: {
  check: BotCheck
  children: ReactNode
}) {
  const { label, ink } = states[status]
  return (
    <li
      id={`check-${id}`}
      data-check={status}
      className="grid scroll-mt-16 items-start gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
    >
      <span>
        <Chip ink={ink}>{label}</Chip>
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className="text-lg">{botCheckTitles[id]}</h3>
        <p className="text-soft">
          {found}
          {at && (
            <>
              {' '}
              <span className="text-muted">
                (<RelativeTime at={at} />)
              </span>
            </>
          )}
        </p>
        {fix && <p className="font-semibold">{fix}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-2 empty:hidden">{children}</div>
    </li>
  )
}

function Actions({ check, report, hasHttps, refusal }: Props & { check: BotCheck }) {
  const server = report.checks.find(({ id }) => id === 'server')
  switch (check.id) {
    case 'intents':
      return (
        check.status !== 'ok' && (
          <Action intent="intents" label="Enable intents" busy="Enabling" refusal={refusal} />
        )
      )
    case 'delivery':
      return (
        <>
          {report.delivery !== 'gateway' && (
            <Action intent="gateway" label="Use the gateway" busy="Changing" refusal={refusal} />
          )}
          {report.delivery !== 'http' && hasHttps && (
            <Action intent="http" label="Use this site’s URL" busy="Asking Discord" refusal={refusal} />
          )}
        </>
      )
    case 'invite':
      return check.status === 'ok' && server?.fix !== INVITE_FIX && <InviteLink href={report.invite_url} />
    case 'server':
      if (check.fix === INVITE_FIX) return <InviteLink href={report.invite_url} />
      return check.status !== 'ok' && <ServersLink />
    case 'commands':
      return (
        check.status !== 'ok' && server?.status === 'ok' && <ServersLink purpose="to register commands" />
      )
    default:
      return null
  }
}

const InviteLink = ({ href }: { href: string | null }) =>
  href && (
    <a href={href} className="button small" target="_blank" rel="noreferrer">
      Add the bot to a server
    </a>
  )

const ServersLink = ({ purpose }: { purpose?: string }) => (
  <a href="/admin/servers" className="button small">
    Open servers
    {purpose && <span className="sr-only"> {purpose}</span>}
  </a>
)

type ActionProps = { intent: string; label: string; busy: string; refusal: FormRefusal | undefined }

const Action = ({ intent, label, busy, refusal }: ActionProps) => (
  <PostForm
    intent={intent}
    button={label}
    busy={busy}
    buttonClassName="small"
    refusal={refusalFor(intent, refusal)}
    className="space-y-2"
  />
)
