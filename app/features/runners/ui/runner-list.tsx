import type { Runner, RunnerInstance } from '#app/features/runners/overview.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

/** How much of something is taken, drawn; the words stand beside it. */
function LoadBar({ part, of }: { part: number; of: number }) {
  const share = of > 0 ? Math.min(100, (100 * part) / of) : 0
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="load-bar mt-1 h-2.5 w-full max-w-48"
      aria-hidden="true"
    >
      <rect className="load-taken" width={share} height="8" />
    </svg>
  )
}

/** Every runner, whom it serves, and its processes with how busy each is. */
export function RunnerList({ runners }: { runners: Runner[] }) {
  return (
    <ul className="border-t border-line">
      {runners.map((runner) => (
        <li key={runner.id} className="border-b border-line py-6 [overflow-wrap:anywhere]">
          <h2 className="text-2xl">{runner.name}</h2>
          <p className="text-muted">
            {runner.guild_id === null ? (
              'For every guild'
            ) : (
              <>
                For the guild{' '}
                <a href={`/admin/guilds/${runner.guild_id}`} className="link inline-block">
                  {runner.guild_id}
                </a>
              </>
            )}
            , made <Timestamp at={runner.created_at} />
          </p>
          {runner.instances.length > 0 ? (
            <ul className="mt-3 space-y-4">
              {runner.instances.map((instance) => (
                <Instance key={instance.session_id} instance={instance} />
              ))}
            </ul>
          ) : (
            <p className="mt-2 text-soft">
              {runner.last_seen_at ? (
                <>
                  Not heard of since <Timestamp at={runner.last_seen_at} />.
                </>
              ) : (
                'It has never connected.'
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function Instance({ instance }: { instance: RunnerInstance }) {
  const { name, version, connected, connected_at, disconnected_at, last_seen_at, load, slots } = instance
  return (
    <li className="grid gap-x-8 gap-y-1 border-l-4 border-line pl-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <div className="min-w-0">
        <p className="label">
          {name}{' '}
          <span className={`ml-1 font-text text-base ${connected ? 'text-go' : 'text-muted'}`}>
            {connected ? 'connected' : disconnected_at ? 'left' : 'silent'}
          </span>
        </p>
        <p className="text-muted">
          {version ? `Version ${version}, ` : ''}
          {connected ? (
            <>
              here since <Timestamp at={connected_at} />
            </>
          ) : (
            <>
              last heard of <Timestamp at={disconnected_at ?? last_seen_at} />
            </>
          )}
        </p>
      </div>
      {(connected || load > 0) && (
        <div>
          <p className="text-[0.9375rem]">
            {slots === 0 && load === 0 ? 'Takes no jobs' : `${load} of ${slots} slots busy`}
          </p>
          {slots > 0 && <LoadBar part={load} of={slots} />}
        </div>
      )}
    </li>
  )
}

/** What to do while there is none. */
export const NoRunners = () => (
  <Notice title="There is no runner yet">
    <p>
      A runner holds the bot’s connection to Discord, tells of what happens, and does what commands and
      automations ask for. Make a token, and give it to the machine that the bot runs on. The{' '}
      <a href="/docs/runners" className="link">
        documentation
      </a>{' '}
      tells how it connects.
    </p>
    <Terminal lines={['npm run -s signpost -- runners create --name "My runner"']} />
  </Notice>
)
