import { z } from 'zod'
import { found } from '#app/errors.ts'
import type { integrationsReport } from '#app/features/integrations/schema.ts'
import { guildOfKey } from '#app/features/settings/settings.server.ts'
import { callOperation, handlerOf, operationTool } from '#app/mcp/operation-tool.server.ts'
import { defineTool, type McpTool, readHints } from '#app/mcp/tool.server.ts'
import { MAX_TEXT } from '#app/mcp/site.server.ts'
import type { SiteStats } from '#app/features/readers/schema.ts'
import { statsQuery } from '#app/features/stats/schema.ts'
import { boundedInteger } from '#app/primitives/schema.ts'
import { openedOperations } from '#app/openapi/operations.ts'
import type { Operation } from '#app/operations/operation.ts'

const offset = boundedInteger(0, 1_000_000).default(0)
const nextOffset = z
  .int()
  .nullable()
  .meta({ description: 'Pass this as offset to continue. Null at the end.' })

/** Adds `next_offset` to a part of a list, and removes items at its end until the result is short enough. */
function fitted<T extends object>(result: T, field: keyof T & string, start: number, total: number) {
  const whole = result[field] as unknown[]
  // Most results are short enough.
  if (JSON.stringify(result).length <= MAX_TEXT) return withNext(result, start + whole.length, total)
  const items = [...whole]
  const sizes = items.map((item) => JSON.stringify(item).length + 1)
  let size = JSON.stringify({ ...result, [field]: [] }).length + sizes.reduce((sum, one) => sum + one, 0)
  while (items.length > 1 && size > MAX_TEXT) {
    items.pop()
    size -= sizes[items.length]!
  }
  return withNext({ ...result, [field]: items }, start + items.length, total)
}

const withNext = <T extends object>(result: T, end: number, total: number) => ({
  ...result,
  next_offset: end < total ? end : null,
})

const answerOf = ({ answers }: Operation) => answers[200] as z.ZodObject

const statsHandler = handlerOf('readStats')
const readStats = defineTool({
  name: 'read_stats',
  title: statsHandler[0].summary,
  description:
    'Returns the totals of recent days, the current members, the busiest channels and commands, and one row per day, oldest first. If next_offset is a number, pass it as offset to get the following days.',
  operation: statsHandler[0],
  input: z.strictObject({
    ...statsQuery.shape,
    offset: offset.meta({ description: 'Number of days to skip.' }),
  }),
  output: answerOf(statsHandler[0]).extend({ next_offset: nextOffset }),
  annotations: readHints,
  async rule(call, { offset: start, ...query }) {
    const report = await callOperation<{ daily_stats: unknown[] }>(statsHandler, { query }, call)
    const { length } = report.daily_stats
    return fitted({ ...report, daily_stats: report.daily_stats.slice(start) }, 'daily_stats', start, length)
  },
})

type Listed = { guild_id: string; total: number; limit: number; offset: number }

/** Creates the tool that lists commands or automations, or returns one of them in full. */
function listTool(name: string, plural: string, list: string, read: string): McpTool {
  const [lister, reader] = [handlerOf(list), handlerOf(read)]
  const { enabled } = lister[0].query!.shape
  return defineTool({
    name,
    title: lister[0].summary,
    description: `Lists the ${plural} of the server, sorted by name, with their ids and versions. With id, returns only that item. If next_offset is a number, pass it as offset to continue.`,
    operation: lister[0],
    input: z.strictObject({
      id: z.string().max(100).optional().meta({ description: 'Id of the only item to return.' }),
      enabled: (enabled as z.ZodType<boolean | undefined>).optional(),
      limit: boundedInteger(1, 100).default(20).meta({ description: 'Maximum number of items.' }),
      offset: offset.meta({ description: 'Number of items to skip.' }),
    }),
    output: answerOf(lister[0]).extend({ next_offset: nextOffset }),
    annotations: readHints,
    async rule(call, { id, ...query }) {
      if (id === undefined) {
        const page = await callOperation<Listed>(lister, { query }, call)
        return fitted(page as Listed & Record<string, unknown[]>, plural, page.offset, page.total)
      }
      const item = Object.values(await callOperation<object>(reader, { params: { id } }, call))[0]
      const guild_id = guildOfKey(call.ctx.actor)
      return { guild_id, [plural]: [item], total: 1, limit: 1, offset: 0, next_offset: null }
    },
  })
}

const statusHandler = handlerOf('readIntegrationStatus')
const readIntegrationStatus = defineTool({
  name: 'read_integration_status',
  title: statusHandler[0].summary,
  description:
    'Returns the status of the integrations of the server, such as the gateway, the runners and mail, with their last error. With slug, returns only that integration.',
  operation: statusHandler[0],
  input: z.strictObject({
    slug: z.string().max(100).optional().meta({ description: 'Only the integration with this slug.' }),
  }),
  output: answerReport(statusHandler[0]),
  annotations: readHints,
  async rule(call, { slug }) {
    type Report = z.output<typeof integrationsReport>
    const report = await callOperation<Report>(statusHandler, { query: {} }, call)
    if (slug === undefined) return report
    const slugs = report.integrations.map((one) => one.slug).join(', ')
    const unknown = `There is no integration ${slug}. Use one of: ${slugs}.`
    const one = found(
      report.integrations.find((integration) => integration.slug === slug),
      unknown,
    )
    return { ...report, integrations: [one] }
  },
})

/** Returns the schema of the report on all integrations, which is the first of two forms. */
function answerReport({ answers }: Operation): z.ZodObject {
  return (answers[200] as z.ZodUnion<[z.ZodObject, z.ZodObject]>).options[0]
}

const keepsOmitted = 'If the key can also read the item, omitted fields keep their values.'
const needsVersion = (list: string) =>
  `Pass the version from ${list}. After precondition_failed, read it again and retry.`

const lists = ['pages', 'agents', 'sites', 'searches', 'questions', 'tools', 'missing'] as const

/** Shortens a report of site analytics, so that the result fits into a conversation. */
const shortReport = (report: SiteStats): SiteStats => ({
  ...report,
  daily: report.daily.slice(-31),
  ...Object.fromEntries(lists.map((name) => [name, report[name].slice(0, 10)])),
})

/** Tools for API keys, in the order of the list. Each has the scope of its operation. */
export const apiTools: readonly McpTool[] = [
  readStats,
  operationTool('readSettings', { name: 'read_settings', hint: 'Pass version to update_settings.' }),
  listTool('list_commands', 'commands', 'listCommands', 'v1ReadCommand'),
  listTool('list_automations', 'automations', 'listAutomations', 'v1ReadAutomation'),
  readIntegrationStatus,
  operationTool('v1TestAutomation', { name: 'test_automation' }),
  operationTool('v1SaveGuildSettings', {
    name: 'update_settings',
    hint: needsVersion('read_settings'),
  }),
  operationTool('v1CreateCommand', { name: 'create_command' }),
  operationTool('v1UpdateCommand', {
    name: 'update_command',
    merge: 'v1ReadCommand',
    hint: `${keepsOmitted} ${needsVersion('list_commands')}`,
  }),
  operationTool('v1DeleteCommand', { name: 'delete_command', hint: needsVersion('list_commands') }),
  operationTool('v1CreateAutomation', { name: 'create_automation', hint: 'Test it with test_automation.' }),
  operationTool('v1UpdateAutomation', {
    name: 'update_automation',
    merge: 'v1ReadAutomation',
    hint: `${keepsOmitted} ${needsVersion('list_automations')}`,
  }),
  operationTool('v1DeleteAutomation', { name: 'delete_automation', hint: needsVersion('list_automations') }),
  operationTool('readSiteStats', {
    name: 'read_site_stats',
    hint: 'Returns the 10 most frequent names of each list, and the last 31 days.',
    result: (result) => shortReport(result as SiteStats),
  }),
  ...Object.values(openedOperations).flatMap(({ id, tool }) => (tool ? [operationTool(id, tool)] : [])),
]
