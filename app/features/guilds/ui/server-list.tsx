import { CircleAlert, CircleCheck, CircleOff, Clock, DoorOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { isServed, KEEP_LEFT_DAYS, type Guild, type GuildState } from '#app/features/guilds/schema.ts'
import { MemberCount } from '#app/features/guilds/ui/member-count.tsx'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { Disclosure } from '#app/ui/feedback/disclosure.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

/** Labels and icons of the states. Each icon has a distinct shape, so that color is not the only cue. */
const looks: Record<GuildState, { word: string; Icon: typeof Clock; ink: string }> = {
  pending: { word: 'Waiting for approval', Icon: Clock, ink: 'text-water' },
  active: { word: 'Active', Icon: CircleCheck, ink: 'text-go' },
  unavailable: { word: 'Discord outage', Icon: CircleAlert, ink: 'text-stop' },
  left: { word: 'Bot left', Icon: DoorOpen, ink: 'text-muted' },
  blocked: { word: 'Blocked', Icon: CircleOff, ink: 'text-stop' },
}

/** Renders the state of a server as a chip. */
export function GuildStateChip({ state }: { state: GuildState }) {
  const { word, Icon, ink } = looks[state]
  return (
    <Chip ink={ink}>
      <Icon aria-hidden="true" />
      {word}
    </Chip>
  )
}

type Props = {
  guilds: readonly Guild[]
  /** Page that handles the forms, if not the current page. */
  action?: string
  refusal: FormRefusal | undefined
}

/** Renders servers with their facts, and the forms that approve, leave, block or unblock them. */
export const ServerList = ({ guilds, action, refusal }: Props) => (
  <ul className="border-t border-line">
    {guilds.map((guild) => (
      <Server key={guild.id} guild={guild} action={action} refusal={refusal} />
    ))}
  </ul>
)

type ServerProps = { guild: Guild; action: string | undefined; refusal: FormRefusal | undefined }

function Server({ guild, ...forms }: ServerProps) {
  const { id, name, state, owner_id, joined_at, left_at } = guild
  const facts: [string, ReactNode][] = [
    ['Id', <code key="id">{id}</code>],
    ['Owner', owner_id && <code key="owner">{owner_id}</code>],
    ['Members', guild.member_count !== null && <MemberCount key="members" of={guild} isLabelled />],
    ['Added', joined_at && <RelativeTime key="joined" at={joined_at} />],
    ['Left', left_at && <RelativeTime key="left" at={left_at} />],
  ]
  return (
    <li className="border-b border-line py-4 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-xl font-semibold">
          {isServed(state) ? (
            <a href={`/admin/guilds/${id}`} className="link inline-block py-0.5">
              {name}
            </a>
          ) : (
            <span className="inline-block py-0.5">{name}</span>
          )}
        </p>
        <GuildStateChip state={state} />
      </div>
      <dl className="mt-1 flex flex-wrap gap-x-5 text-muted">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term} className="flex gap-1.5">
                <dt>{term}:</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {state === 'left' && (
        <p className="mt-1 text-soft">
          To keep the data, add the bot to the server again within {KEEP_LEFT_DAYS} days.
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-2">
        {state === 'blocked' && <StateForm {...forms} guild={guild} intent="unblock" />}
        {state !== 'blocked' && state !== 'left' && (
          <StateForm {...forms} guild={guild} intent="leave" look="button danger" />
        )}
        {state !== 'blocked' && <StateForm {...forms} guild={guild} intent="block" look="button danger" />}
        {/* Last, so that no other button takes its place when it disappears. */}
        {state === 'pending' && <StateForm {...forms} guild={guild} intent="approve" look="finger" />}
      </div>
    </li>
  )
}

/** Buttons with their consequences. Intents with a consequence ask for a confirmation. */
const acts = {
  approve: { button: 'Approve', busy: 'Approving', consequence: null },
  unblock: { button: 'Unblock', busy: 'Unblocking', consequence: null },
  leave: {
    button: 'Leave',
    busy: 'Leaving',
    consequence: `The bot leaves the server. Its data is deleted after ${KEEP_LEFT_DAYS} days, unless the bot is added again.`,
  },
  block: {
    button: 'Block',
    busy: 'Blocking',
    consequence: 'The bot leaves the server, now and whenever it is added again.',
  },
} as const

type StateFormProps = ServerProps & { intent: keyof typeof acts; look?: 'finger' | 'button danger' }

function StateForm({ guild: { id, name }, action, refusal, intent, look }: StateFormProps) {
  const { button, busy, consequence } = acts[intent]
  const own = refusal?.intent === intent && refusal.values.id === id ? refusal : undefined
  const form = (
    <PostForm
      id={`${intent}-${id}`}
      {...(action ? { action } : {})}
      intent={intent}
      button={
        <>
          {button}
          <span className="sr-only"> {name}</span>
        </>
      }
      busy={busy}
      {...(look ? { look } : {})}
      refusal={own}
      className="space-y-3"
    >
      <input type="hidden" name="id" value={id} />
      {consequence && (
        <>
          <p className="max-w-md text-soft">{consequence}</p>
          <ConfirmCheckbox
            label={intent === 'leave' ? 'Yes, leave this server' : 'Yes, block this server'}
            name="sure"
            refusal={own}
          />
        </>
      )}
    </PostForm>
  )
  return consequence ? (
    <Disclosure title={button} of={name} open={own !== undefined}>
      {form}
    </Disclosure>
  ) : (
    form
  )
}
