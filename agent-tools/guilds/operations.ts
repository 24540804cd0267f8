import { toolOperations, toToolRoute, route } from '#agent-tools/tool/tool-schema.ts'
import * as registration from '#app/features/commands/registration/operations.ts'
import * as automations from '#app/features/automations/operations.ts'
import * as commands from '#app/features/commands/operations.ts'
import * as guilds from '#app/features/integrations/operations.ts'
import * as jobs from '#app/features/jobs/operations.ts'
import * as stats from '#app/features/stats/operations.ts'

export const listGuilds = route(registration.listGuilds)
export const readGuildStats = route(stats.readGuildStats)
export const exportGuildStats = toToolRoute(stats.exportGuildStats)
export const listGuildEvents = toToolRoute(stats.listGuildEvents)
export const listGuildCommands = route(commands.listGuildCommands)
export const readCommand = route(commands.readCommand)
export const createCommand = toToolRoute(commands.createCommand)
export const updateCommand = route(commands.updateCommand)
export const deleteCommand = route(commands.deleteCommand)
export const listGuildAutomations = route(automations.listGuildAutomations)
export const readAutomation = route(automations.readAutomation)
export const createAutomation = toToolRoute(automations.createAutomation)
export const updateAutomation = route(automations.updateAutomation)
export const deleteAutomation = route(automations.deleteAutomation)
export const testAutomation = toToolRoute(automations.testAutomation)
export const readGuildSettings = route(guilds.readGuildSettings)
export const saveGuildSettings = toToolRoute(guilds.saveGuildSettings)
export const listGuildIntegrations = route(guilds.listGuildIntegrations)

/** Operations whose tools need no code. */
export const derived = [automations, commands, guilds, jobs, registration, stats].flatMap(toolOperations)
