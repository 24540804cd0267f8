import type { GuildSummary } from '#app/features/stats/stats.server.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

/** Renders the guilds that a user can see, with links. */
export function GuildList({ guilds }: { guilds: GuildSummary[] }) {
  return (
    <ul className="border-t border-line">
      {guilds.map(({ id, name, member_count, messages }) => (
        <li
          key={id}
          className="grid gap-x-6 gap-y-0.5 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_10rem_14rem]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <a href={`/admin/guilds/${id}`} className="link label inline-block py-0.5">
              {name}
            </a>
            <p className="text-muted">{id}</p>
          </div>
          <p>
            {member_count === null ? 'member count unknown' : formatAmount(member_count, 'member', 'members')}
          </p>
          <p className="text-muted">{formatAmount(messages, 'message', 'messages')} in seven days</p>
        </li>
      ))}
    </ul>
  )
}

/** Renders the instructions shown while there are no guilds. */
export const NoGuilds = () => (
  <div className="max-w-3xl text-soft">
    <p>
      There are no servers yet. Add your bot’s server by its id. In Discord’s developer mode, right-click the
      server to copy the id.
    </p>
    <p className="mt-5">Or create a demo server with 90 days of statistics:</p>
    <Terminal lines={['npm run -s signpost -- seed demo']} />
  </div>
)

/** Renders the instructions shown while a guild has no events. */
export const NoEvents = ({ name }: { name: string }) => (
  <div className="mt-8">
    <Notice title="No data in this period">
      <p>
        Command uses are counted when Discord sends interactions here. Members, messages and voice activity
        are counted when a runner reports them. Create a runner token, and use the token on the machine that
        runs the bot for {name}.
      </p>
      <Terminal lines={['npm run -s signpost -- runners create --name "My runner"']} />
    </Notice>
  </div>
)
