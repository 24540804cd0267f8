import { useFetcher } from '@remix-run/react'
import type { Command } from '#app/features/commands/schema.ts'
import type { FormRefusal } from '#app/http/form.ts'
import { Moment } from '#app/ui/moment.tsx'
import { Terminal } from '#app/ui/terminal.tsx'

/** Where a command is found at Discord. */
export const typeNames: Record<Command['type'], string> = { 1: 'typed', 2: 'on a member', 3: 'on a message' }

/** A command as it is written: what is typed has its slash. */
export const signOf = ({ name, type }: Pick<Command, 'name' | 'type'>) => (type === 1 ? `/${name}` : name)

/** Whether Discord has the command as it stands here. */
export function standing({ enabled, registered, registered_at }: Command): { words: string; ink: string } {
  if (!enabled) return { words: 'off', ink: 'text-muted' }
  if (registered) return { words: 'registered', ink: 'text-go' }
  if (registered_at) return { words: 'changed since it was registered', ink: 'text-amber' }
  return { words: 'not registered yet', ink: 'text-amber' }
}

/** Commands, one below the other; each leads to its editor and has a switch. */
export function CommandList({ base, commands }: { base: string; commands: Command[] }) {
  return (
    <ul className="mt-2">
      {commands.map((command) => {
        const { words, ink } = standing(command)
        return (
          <li
            key={command.id}
            className="grid gap-x-6 gap-y-1 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_13rem_6rem]"
          >
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <a href={`${base}/${command.id}`} className="link label inline-block py-0.5">
                {signOf(command)}
              </a>
              <p className="text-soft">
                {command.description || `Stands in the menu ${typeNames[command.type]}.`}
              </p>
              <p className="text-muted">
                {typeNames[command.type]}, <span className={`font-semibold ${ink}`}>{words}</span>
              </p>
            </div>
            <div className="text-muted">
              <p>
                {command.use_count.toLocaleString('en-GB')} uses
                {command.error_count > 0 && (
                  <span className="font-semibold text-stop">, {command.error_count} failed</span>
                )}
              </p>
              {command.last_used_at && (
                <p>
                  last <Moment at={command.last_used_at} />
                </p>
              )}
            </div>
            <CommandSwitch command={command} />
          </li>
        )
      })}
    </ul>
  )
}

/** Shows the new state at once, and the true one again when it was refused. */
function CommandSwitch({ command }: { command: Command }) {
  const fetcher = useFetcher<FormRefusal>()
  const wanted = fetcher.formData?.get('enabled')
  const on = wanted ? wanted === 'yes' : command.enabled
  const refusal = fetcher.state === 'idle' ? fetcher.data : undefined
  return (
    <fetcher.Form method="post" preventScrollReset className="md:text-right">
      <input type="hidden" name="intent" value="switch" />
      <input type="hidden" name="id" value={command.id} />
      <input type="hidden" name="version" value={command.version} />
      <input type="hidden" name="enabled" value={on ? 'no' : 'yes'} />
      <button
        type="submit"
        role="switch"
        aria-checked={on}
        aria-label={signOf(command)}
        className={`button small min-h-11 ${on ? 'border-rim bg-sign text-on-sign' : 'text-muted'}`}
      >
        {on ? 'On' : 'Off'}
      </button>
      {refusal?.error && (
        <p role="alert" className="mt-1 text-left font-semibold text-stop">
          {refusal.error}
        </p>
      )}
    </fetcher.Form>
  )
}

/** What commands are, for a guild that has none. */
export function NoCommands({ base }: { base: string }) {
  return (
    <div className="max-w-2xl text-soft">
      <p>
        There is no command yet. A command is something that members ask the bot for: they type a slash and
        its name, and the bot answers. You write what it says here, look at it beside the form, and then
        register it, so that Discord shows it.
      </p>
      <p className="mt-5">
        <a href={`${base}/new`} className="finger">
          Make the first command
        </a>
      </p>
      <p className="mt-6">Or look at a guild that is made up, with commands and automations:</p>
      <Terminal lines={['npm run -s signpost -- seed demo']} />
    </div>
  )
}
