import type { SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import type { Actor } from '#app/access.ts'
import type { LoadContext } from '#app/context.server.ts'
import type { McpTool } from '#app/mcp/tool.server.ts'

/** Identity that a server reports to clients. */
export type ServerIdentity = { name: string; title: string; version: string; websiteUrl: string }

/** Identity, texts, tools and skills for a caller, and the lifetime of the lists in clients. */
export type Offer = {
  identity: ServerIdentity
  instructions: string
  tools: readonly McpTool[]
  skills?: SkillsExtension
  cache: { ttlMs: number; cacheScope: 'public' | 'private' }
}

/** Name and arguments of a called tool, as the client sent them. */
export type CalledTool = { name: unknown; arguments: unknown }

/** Message of the protocol, which the library checks. */
export type Message = { jsonrpc?: unknown; method?: unknown; id?: unknown; params?: unknown }

/** Request that a message belongs to. `called` is the tool that the message calls, if any. */
export type Served = {
  message: Message
  /** Aborted if the client disconnects. */
  signal: AbortSignal
  context: LoadContext
  actor: Actor
  endpoint: string
  offer: Offer
  called: CalledTool | undefined
}
