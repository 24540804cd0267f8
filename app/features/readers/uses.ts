import type { Context } from '#app/context.server.ts'
import type { Operation } from '#app/operations/operation.ts'
import manifest from '#agent-tools/manifest.json' with { type: 'json' }

const browserTools: ReadonlySet<string> = new Set(manifest.tools.map(({ name }) => name))

/** Counts a call with an API key by its operation, and a call by a browser tool by the tool. */
export function countUse(ctx: Pick<Context, 'actor' | 'origin' | 'readers'>, operation: Operation): void {
  const tool = ctx.origin?.tool
  const name = ctx.actor.kind === 'key' ? operation.id : tool && browserTools.has(tool) ? tool : null
  if (name) ctx.readers.note(ctx.origin?.reader, 'tool', name)
}
