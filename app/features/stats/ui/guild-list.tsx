import type { GuildSummary } from '#app/features/stats/stats.server.ts'
import { MemberCount } from '#app/features/guilds/ui/member-count.tsx'
import { formatAmount } from '#app/primitives/count.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

const columns: Column<GuildSummary>[] = [
  {
    name: 'Name',
    cell: ({ id, name }) => (
      <a href={`/admin/guilds/${id}`} className="link">
        {name}
      </a>
    ),
  },
  { name: 'Id', isWide: true, cell: ({ id }) => id },
  {
    name: 'Members',
    cell: (guild) => <MemberCount of={guild} />,
  },
  { name: 'Last seven days', cell: ({ messages }) => formatAmount(messages, 'message', 'messages') },
]

/** Renders the guilds that a user can see, with links. */
export const GuildList = ({ guilds }: { guilds: GuildSummary[] }) => (
  <ListTable label="Servers" rows={guilds} columns={columns} keyOf={({ id }) => id} />
)

/** Renders the instructions shown while there are no guilds. */
export const NoGuilds = () => (
  <div className="max-w-3xl text-soft">
    <p>
      There are no servers yet. Connect your bot on the{' '}
      <a href="/admin/bot" className="link">
        Bot
      </a>{' '}
      page, and add the bot to a server in Discord. The server appears here once you approve it.
    </p>
    <p className="mt-5">To look around first, create a demo server with 90 days of statistics:</p>
    <Terminal lines={['npm run -s signpost -- seed demo']} />
  </div>
)

/** Renders the instructions shown while a guild has no events. */
export const NoEvents = ({ name, base }: { name: string; base: string }) => (
  <div className="mt-8">
    <Notice title="No data in this period">
      <p>
        Members, messages, voice activity and command uses in {name} are counted as soon as they happen. If
        nothing appears after a message in Discord, check the{' '}
        <a href={`${base}/integrations`} className="link">
          integrations
        </a>
        .
      </p>
    </Notice>
  </div>
)
