import type { Context } from '#app/context.server.ts'
import { commandById, commandByName, type CommandRow } from '#app/features/commands/store.server.ts'

export type { CommandRow }

type Name = { guildId: string; type: number; name: string }
type Id = { guildId: string; id: string }

/** Looks commands up, each once, however many of those who ask at the same moment want it. Its caller has authorised it. */
export function commandFinder({ db }: Context) {
  const found = new Map<string, Promise<CommandRow | undefined>>()
  const once = (key: string, look: () => Promise<CommandRow | undefined>) => {
    let promise = found.get(key)
    if (!promise) found.set(key, (promise = look()))
    return promise
  }
  return {
    byName: (by: Name) => once(`${by.guildId} ${by.type} ${by.name}`, () => commandByName(db, by)),
    byId: (by: Id) => once(`${by.guildId} ${by.id}`, () => commandById(db, by)),
  }
}

export type CommandFinder = ReturnType<typeof commandFinder>
