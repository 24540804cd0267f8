import type { Command } from '#app/features/commands/schema.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Switch } from '#app/ui/forms/toggle.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

/** Where a command is found at Discord. */
export const typeNames: Record<Command['type'], string> = {
  1: 'with a slash',
  2: 'on a member',
  3: 'on a message',
}

/** A command as it is written: what is typed has its slash. */
export const commandLabel = ({ name, type }: Pick<Command, 'name' | 'type'>) =>
  type === 1 ? `/${name}` : name

/** Whether Discord has the command as it stands here. */
export function registrationLabel({ enabled, registered, registered_at }: Command): {
  words: string
  ink: string
} {
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
        const { words, ink } = registrationLabel(command)
        return (
          <li
            key={command.id}
            className="grid gap-x-6 gap-y-1 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_13rem_auto]"
          >
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <a href={`${base}/${command.id}`} className="link label inline-block py-0.5">
                {commandLabel(command)}
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
                  <>
                    , <span className="font-semibold text-stop">{command.error_count} failed</span>
                  </>
                )}
              </p>
              {command.last_used_at && (
                <p>
                  last <Timestamp at={command.last_used_at} />
                </p>
              )}
            </div>
            <Switch
              id={command.id}
              version={command.version}
              enabled={command.enabled}
              label={commandLabel(command)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** What commands are, for a guild that has none. */
export function CommandsEmptyState({ base }: { base: string }) {
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
