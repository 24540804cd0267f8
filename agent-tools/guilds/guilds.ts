import { exportStats } from '#agent-tools/guilds/export-stats.ts'
import { listAutomations } from '#agent-tools/guilds/list-automations.ts'
import { listCommands } from '#agent-tools/guilds/list-commands.ts'
import { listEvents } from '#agent-tools/guilds/list-events.ts'
import { listGuilds } from '#agent-tools/guilds/list-guilds.ts'
import { readIntegrationStatus } from '#agent-tools/guilds/read-integration-status.ts'
import { readSettings } from '#agent-tools/guilds/read-settings.ts'
import { readStats } from '#agent-tools/guilds/read-stats.ts'
import { saveAutomation } from '#agent-tools/guilds/save-automation.ts'
import { saveCommand } from '#agent-tools/guilds/save-command.ts'
import { testAutomation } from '#agent-tools/guilds/test-automation.ts'
import { updateSettings } from '#agent-tools/guilds/update-settings.ts'

/** The tools for those who manage a guild. */
export const guilds = [
  ...[listGuilds, readStats, exportStats, listEvents, listCommands, saveCommand, listAutomations],
  ...[testAutomation, saveAutomation, readSettings, updateSettings, readIntegrationStatus],
]
