import { inject } from 'vitest'
import type { Kind, Lent } from '#tests/support/http/lender.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

/** Returns the server of a kind, which all files share. Starts it on first use. */
export async function lentServer(kind: Kind): Promise<Server> {
  const response = await fetch(`${inject('lender')}/${kind}`)
  if (!response.ok) throw new Error(await response.text())
  const { server, isNew } = (await response.json()) as Lent
  if (isNew) noteSpawned('servers')
  return server
}
