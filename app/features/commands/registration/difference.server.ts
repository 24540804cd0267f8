import type { CommandRow } from '#app/features/commands/store.server.ts'
import type { DiscordCommand } from '#app/features/commands/registration/response.ts'
import {
  bodyHash,
  keyOf,
  optionsOf,
  permissionsOf,
  type RegistrationBody,
} from '#app/features/commands/registration/body.server.ts'
import type { RegistrationRow } from '#app/features/commands/registration/store.server.ts'
import { commandTypes } from '#app/features/commands/schema.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Command in the local database, or a built-in command, which has no row. */
export type LocalCommand = { row: CommandRow | null; body: RegistrationBody; hash: string; key: string }

/** Command that is registered with Discord. */
export type RemoteCommand = { id: string | null; name: string; type: number; hash: string }

/** Difference between the local and the registered commands, by name. */
export type CommandDiff = {
  changed: boolean
  created: string[]
  updated: string[]
  deleted: string[]
  unchanged: string[]
}

/** Returns the commands last registered for an application, or null if unknown. */
export function lastRegistered(
  row: Pick<RegistrationRow, 'registered'> | undefined,
  application: string,
): RemoteCommand[] | null {
  const kept = fromJson(row?.registered ?? null)
  return kept?.application_id === application ? kept.commands : null
}

/**
 * Converts Discord's response to the format of the request body. Discord stores no contexts for guild commands, so
 * Signpost uses the local contexts and enforces them when an interaction arrives.
 */
export function remoteCommands(answered: DiscordCommand[], here: LocalCommand[]): RemoteCommand[] {
  return answered.map(({ id, name, type, description = '', options = [], ...rest }) => {
    const ours = here.find(({ key }) => key === keyOf({ name, type }))
    const typed = type === commandTypes.chat_input ? { description, options: optionsOf(options) } : {}
    const body = {
      name,
      type,
      ...typed,
      default_member_permissions: permissionsOf(rest.default_member_permissions),
      contexts: rest.contexts ?? ours?.body.contexts ?? [],
    }
    return { id, name, type, hash: bodyHash(body) }
  })
}

/** Compares the local commands with the registered commands. */
export function diffCommands(here: LocalCommand[], there: RemoteCommand[]): CommandDiff {
  const before = new Map(there.map((one) => [keyOf(one), one]))
  const keys = new Set(here.map(({ key }) => key))
  const names = (which: (command: LocalCommand) => boolean) => here.filter(which).map(({ body }) => body.name)
  const created = names(({ key }) => !before.has(key))
  const updated = names(({ key, hash }) => before.has(key) && before.get(key)!.hash !== hash)
  const deleted = there.filter((one) => !keys.has(keyOf(one))).map(({ name }) => name)
  const unchanged = names(({ key, hash }) => before.get(key)?.hash === hash)
  return {
    changed: created.length + updated.length + deleted.length > 0,
    created,
    updated,
    deleted,
    unchanged,
  }
}
