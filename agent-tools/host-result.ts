import type { Host } from '#agent-tools/tool/host.ts'
import type { ToolResult } from '#agent-tools/tool/result.ts'

/**
 * Adds `content` and `isError`, as MCP-style hosts read results, beside our own fields. A host with `executeTool` turns
 * results into JSON itself: its text has our fields alone, so that it stays within the output budget.
 */
export function forHost(result: ToolResult, { executeTool }: Host): object {
  const content = [{ type: 'text', text: JSON.stringify(result) }]
  const both = { ...result, content, isError: !result.ok }
  if (typeof executeTool !== 'function') return both
  return Object.defineProperty(both, 'toJSON', { value: () => result })
}
