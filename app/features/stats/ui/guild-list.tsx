import type { GuildSummary } from '#app/features/stats/stats.server.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

/** The guilds that somebody may see; each leads to its rooms. */
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
          <p>{member_count === null ? 'members not known' : `${formatInteger(member_count)} members`}</p>
          <p className="text-muted">{formatInteger(messages)} messages in seven days</p>
        </li>
      ))}
    </ul>
  )
}

/** What to do while there is none. */
export const NoGuilds = () => (
  <div className="max-w-3xl text-soft">
    <p>There is no guild yet. Add the one that your bot is in; its id is in Discord’s developer mode.</p>
    <p className="mt-5">Or look at a guild that is made up, with 90 days of statistics:</p>
    <Terminal lines={['npm run -s signpost -- seed demo']} />
  </div>
)

/** What to do where nothing was counted yet. */
export const NoEvents = ({ name }: { name: string }) => (
  <div className="mt-8">
    <Notice title="Nothing was counted in these days">
      <p>
        Uses of commands count as soon as Discord sends its interactions here. Members, messages and voice
        come from a runner: make a token for one, and give it to the machine that runs the bot of {name}.
      </p>
      <Terminal lines={['npm run -s signpost -- runners create --name "My runner"']} />
    </Notice>
  </div>
)
