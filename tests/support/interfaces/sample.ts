import type { World } from '#tests/support/interfaces/world.ts'
import type { Input } from '#tests/support/interfaces/interfaces.ts'

/** Fields of a form. Several files share a field. */
export type Fields = Record<string, string | File | File[]>

/** Sample calls of an operation: one input that it accepts, and inputs that it refuses. */
export type Sample = {
  /** Creates what the call needs, in a guild of its own. */
  prepare?(world: World, guildId: string): Promise<Partial<Input>>
  /** Saves a newer version of the item, so that the version in the input is old. Default: the input has an unknown version. */
  outdate?(world: World, input: Input): Promise<unknown>
  /** True if a bot must be connected. Otherwise, no bot is. */
  needsBot?: true
  query?: Record<string, string | number>
  body?: Record<string, unknown>
  /** Fields of the body, or else of the query, that make the input invalid. */
  wrong?: Record<string, unknown>
  /** True if the operation needs Discord, a runner or a content file. Without them, all interfaces give the same refusal. */
  isRefused?: true
  /** Cases that are usually refused but that this operation accepts, such as an unknown item of an idempotent write. */
  accepts?: readonly string[]
  /** Fields of the form on each page that has one, with its `intent`. Null for input that the form cannot send. */
  forms?: Record<string, (input: Required<Input>) => Fields | null>
  /** Query of each page whose form needs one. */
  searches?: Record<string, (input: Required<Input>) => Record<string, string>>
  /** Options of each command of the CLI, by its name. */
  commands?: Record<string, (input: Required<Input>) => Record<string, unknown> | null>
  /** Input of each browser tool. Default: all fields of the operation, with `guild_id`. */
  tools?: Record<string, (input: Required<Input>) => object | null>
  /** Input of the MCP tool. Default: all fields of the operation. */
  mcp?: (input: Required<Input>) => object
}
