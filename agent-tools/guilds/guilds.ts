import { exportStats, readStats } from '#agent-tools/guilds/stats.ts'
import { listAutomations, saveAutomation, testAutomation } from '#agent-tools/guilds/automations.ts'
import { listCommands, saveCommand } from '#agent-tools/guilds/commands.ts'
import { listEvents } from '#agent-tools/guilds/list-events.ts'
import { listGuilds } from '#agent-tools/guilds/list-guilds.ts'
import { readIntegrationStatus } from '#agent-tools/guilds/read-integration-status.ts'
import { derived } from '#agent-tools/guilds/operations.ts'
import { operationTool } from '#agent-tools/guilds/operation-tool.ts'
import { readSettings, updateSettings } from '#agent-tools/guilds/settings.ts'

/** Tools for guild managers. */
export const guilds = [
  ...[listGuilds, readStats, exportStats, listEvents, listCommands, saveCommand, listAutomations],
  ...[testAutomation, saveAutomation, readSettings, updateSettings, readIntegrationStatus],
  ...derived.map(operationTool),
]
