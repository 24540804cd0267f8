import type { Runner, RunnerInstance } from '#app/features/runners/overview.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Disclosure } from '#app/ui/feedback/disclosure.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

/** Renders a load as a bar. The text next to the bar shows the numbers. */
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

/** Renders the runners with their guilds and the load of their sessions, and how to add a runner. */
export const RunnerList = ({ runners }: { runners: Runner[] }) => (
  <>
    <ul className="border-t border-line">
      {runners.map((runner) => (
        <li key={runner.id} className="border-b border-line py-6 [overflow-wrap:anywhere]">
          <h2 className="text-2xl">{runner.name}</h2>
          <p className="text-muted">
            {runner.guild_id === null ? (
              'For every server'
            ) : (
              <>
                For the server{' '}
                <a href={`/admin/guilds/${runner.guild_id}`} className="link inline-block">
                  {runner.guild_id}
                </a>
              </>
            )}
            , created <RelativeTime at={runner.created_at} />
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
                  Last heartbeat <RelativeTime at={runner.last_seen_at} />.
                </>
              ) : (
                'Never connected.'
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
    <div className="mt-4">
      <Disclosure title="Add a runner">
        <CreateRunner />
      </Disclosure>
    </div>
  </>
)

function Instance({ instance }: { instance: RunnerInstance }) {
  const { name, version, connected, connected_at, disconnected_at, last_seen_at, load, slots } = instance
  return (
    <li className="grid gap-x-8 gap-y-1 border-l-4 border-line pl-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <div className="min-w-0">
        <p className="label">
          {name}{' '}
          <span className={`ml-1 font-text text-base ${connected ? 'text-go' : 'text-muted'}`}>
            {connected ? 'connected' : disconnected_at ? 'disconnected' : 'not responding'}
          </span>
        </p>
        <p className="text-muted">
          {version ? `Version ${version}, ` : ''}
          {connected ? (
            <>
              connected <RelativeTime at={connected_at} />
            </>
          ) : (
            <>
              last heartbeat <RelativeTime at={disconnected_at ?? last_seen_at} />
            </>
          )}
        </p>
      </div>
      {(connected || load > 0) && (
        <div>
          <p className="text-[0.9375rem]">
            {slots === 0 && load === 0 ? 'Accepts no jobs' : `${load} of ${slots} slots busy`}
          </p>
          {slots > 0 && <LoadBar part={load} of={slots} />}
        </div>
      )}
    </li>
  )
}

/** Renders the command that creates a runner. */
const CreateRunner = () => (
  <>
    <Terminal lines={['npm run -s signpost -- runners create --name "My runner"']} />
    <p className="mt-3">
      The command creates a token. Use it on the bot’s machine. A runner keeps the bot connected to Discord,
      reports events, and runs the actions of commands and automations. The{' '}
      <a href="/admin/help/runners" className="link">
        documentation
      </a>{' '}
      explains how a runner connects.
    </p>
  </>
)

/** Renders the instructions shown while there are no runners. */
export const NoRunners = () => (
  <Notice title="There are no runners yet">
    <CreateRunner />
  </Notice>
)
