import type { Guild } from '#app/features/guilds/schema.ts'
import type { StatsReport } from '#app/features/stats/schema.ts'
import { GuildReport } from '#app/ui/guild-report.tsx'
import { Terminal } from '#app/ui/terminal.tsx'

/** The guilds, and the report of the one that was chosen. */
export function GuildRoom({ guilds, report }: { guilds: Guild[]; report: StatsReport | null }) {
  const chosen = guilds.find((guild) => guild.id === report?.guild_id)
  return (
    <section aria-labelledby="guilds-heading">
      <h2 id="guilds-heading" className="text-3xl">
        Guilds
      </h2>
      {report && chosen ? (
        <div className="mt-6 grid gap-x-12 gap-y-8 xl:grid-cols-[12rem_minmax(0,1fr)]">
          <nav aria-label="Guilds">
            <ul className="-mx-1.5 max-h-96 scroll-py-1.5 overflow-y-auto p-1.5">
              {guilds.map(({ id, name }) => (
                <li key={id}>
                  <a
                    href={`/admin?guild=${id}`}
                    className="step quiet"
                    aria-current={id === chosen.id ? 'true' : undefined}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <GuildReport name={chosen.name} report={report} />
        </div>
      ) : (
        <NoGuilds />
      )}
    </section>
  )
}

function NoGuilds() {
  return (
    <div className="mt-4 max-w-3xl text-soft">
      <p>
        There is no guild yet. Add the one that your bot is in, then make a key that may read its statistics:
      </p>
      <Terminal
        lines={[
          'npm run -s signpost -- guilds add --id 123456789012345678 --name "My guild"',
          'npm run -s signpost -- keys create --guild 123456789012345678 \\',
          '  --scopes stats:read --name "My reader"',
        ]}
      />
      <p className="mt-5">Or look at a guild that is made up, with 90 days of statistics:</p>
      <Terminal lines={['npm run -s signpost -- seed demo']} />
    </div>
  )
}
