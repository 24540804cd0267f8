import type { Host } from '#agent-tools/tool/host.ts'
import type { ToolResult } from '#agent-tools/tool/result.ts'

/** Adds `content` and `isError` for MCP-style hosts. For hosts with `executeTool`, the JSON has only our own fields. */
export function toHostResult(result: ToolResult, { executeTool }: Host): object {
  const content = [{ type: 'text', text: JSON.stringify(result) }]
  const both = { ...result, content, isError: !result.ok }
  if (typeof executeTool !== 'function') return both
  return Object.defineProperty(both, 'toJSON', { value: () => result })
}
