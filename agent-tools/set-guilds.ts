import { exportStats } from '#agent-tools/export-stats.ts'
import { listAutomations } from '#agent-tools/list-automations.ts'
import { listCommands } from '#agent-tools/list-commands.ts'
import { listEvents } from '#agent-tools/list-events.ts'
import { listGuilds } from '#agent-tools/list-guilds.ts'
import { readIntegrationStatus } from '#agent-tools/read-integration-status.ts'
import { readSettings } from '#agent-tools/read-settings.ts'
import { readStats } from '#agent-tools/read-stats.ts'
import { saveAutomation } from '#agent-tools/save-automation.ts'
import { saveCommand } from '#agent-tools/save-command.ts'
import { testAutomation } from '#agent-tools/test-automation.ts'
import { updateSettings } from '#agent-tools/update-settings.ts'

/** The tools for those who manage a guild. */
export const guilds = [
  ...[listGuilds, readStats, exportStats, listEvents, listCommands, saveCommand, listAutomations],
  ...[testAutomation, saveAutomation, readSettings, updateSettings, readIntegrationStatus],
]
