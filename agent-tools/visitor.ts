import { fetchFor } from '#agent-tools/call.ts'
import type { Visitor } from '#agent-tools/sets.ts'

/** Who is signed in; `managesGuilds` is null until it was asked for. */
export type Known = Omit<Visitor, 'managesGuilds'> & { id: string | null; managesGuilds: boolean | null }

export const nobody: Known = { id: null, role: null, managesGuilds: null }

const isConsole = () => /^\/admin(\/|$)/.test(location.pathname)

/** True where it matters whether somebody without a role over guilds manages one, and nobody has asked. */
export const wantsGuilds = ({ role, managesGuilds }: Known): boolean =>
  isConsole() && managesGuilds === null && (role === 'member' || role === 'editor')

/** Asks the site who is signed in. Nobody when the site does not answer. */
export async function askVisitor(): Promise<Known> {
  try {
    const response = await fetchFor('/api/session', {})
    const { user } = (await response.json()) as { user: { id: string; role: string } | null }
    if (!user) return nobody
    const known = { id: user.id, role: user.role, managesGuilds: null }
    return wantsGuilds(known) ? { ...known, managesGuilds: (await fetchFor('/api/guilds', {})).ok } : known
  } catch {
    return nobody
  }
}
