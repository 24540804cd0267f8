import { fetchFor } from '#agent-tools/tool/call.ts'
import type { Visitor } from '#agent-tools/page-tools.ts'

export type Known = Visitor & { id: string | null }

export const nobody: Known = { id: null, role: null, managesGuilds: false }

type Session = { user: { id: string; role: string; manages_guilds: boolean } | null }

/** Asks the site who is signed in. Nobody when the site does not answer. */
export async function askVisitor(): Promise<Known> {
  try {
    const { user } = (await (await fetchFor('/api/session', {})).json()) as Session
    return user ? { id: user.id, role: user.role, managesGuilds: user.manages_guilds } : nobody
  } catch {
    return nobody
  }
}
