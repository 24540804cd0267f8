import type { Command } from '#app/features/commands/schema.ts'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Switch } from '#app/ui/forms/toggle.tsx'
import { Terminal } from '#app/ui/feedback/terminal.tsx'

/** Names of the command types in Discord. */
export const typeNames: Record<Command['type'], string> = {
  1: 'Slash command',
  2: 'User command',
  3: 'Message command',
}

/** Returns the name of a command, with a slash for slash commands. */
export const commandLabel = ({ name, type }: Pick<Command, 'name' | 'type'>) =>
  type === 1 ? `/${name}` : name

/** Describes whether the current version of a command is registered with Discord. */
export function registrationLabel({ enabled, registered, registered_at }: Command): {
  words: string
  ink: string
} {
  if (!enabled) return { words: 'disabled', ink: 'text-muted' }
  if (registered) return { words: 'registered', ink: 'text-go' }
  if (registered_at) return { words: 'changed since it was registered', ink: 'text-amber' }
  return { words: 'not registered yet', ink: 'text-amber' }
}

/** Renders the list of commands, each with an editor link and a switch. */
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
              <p className="text-soft">{command.description || 'Opens from a menu in Discord.'}</p>
              <p className="text-muted">
                {typeNames[command.type]}, <span className={`font-semibold ${ink}`}>{words}</span>
              </p>
            </div>
            <div className="text-muted">
              <p>
                {formatAmount(command.use_count, 'use', 'uses')}
                {command.error_count > 0 && (
                  <>
                    ,{' '}
                    <span className="font-semibold text-stop">
                      {formatInteger(command.error_count)} failed
                    </span>
                  </>
                )}
              </p>
              {command.last_used_at && (
                <p>
                  last used <RelativeTime at={command.last_used_at} />
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

/** Renders an introduction to commands for a guild without commands. */
export function CommandsEmptyState({ base }: { base: string }) {
  return (
    <div className="max-w-2xl text-soft">
      <p>
        There are no commands yet. Members type a slash and the name of a command, and the bot responds. Write
        the response here, preview it, and register the command with Discord.
      </p>
      <p className="mt-5">
        <a href={`${base}/new`} className="finger">
          Create your first command
        </a>
      </p>
      <p className="mt-6">Or create a demo server with commands and automations:</p>
      <Terminal lines={['npm run -s signpost -- seed demo']} />
    </div>
  )
}
