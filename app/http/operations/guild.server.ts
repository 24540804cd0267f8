import { readSettings, saveSettings } from '#app/features/settings/settings.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import {
  readGuildSettings,
  saveGuildSettings,
  listGuildIntegrations,
  saveGuildIntegration,
} from '#app/features/integrations/operations.ts'
import { listIntegrations, saveIntegration } from '#app/features/integrations/integrations.server.ts'
import { readDirectory } from '#app/features/directory/directory.server.ts'
import { readGuildDirectory, searchGuildMembers } from '#app/features/directory/operations.ts'
import { searchMembers } from '#app/features/directory/queries.server.ts'
import { listEvents } from '#app/features/events/log.server.ts'
import { listGuildEvents } from '#app/features/stats/operations.ts'
import { listManagers as list } from '#app/features/guilds/managers.server.ts'
import { listManagers } from '#app/features/commands/registration/operations.ts'

export const guildSettings = endpoint({
  GET: [
    readGuildSettings,
    async (ctx, { params }) => {
      const saved = await readSettings(ctx, params)
      return withVersion(saved, saved.version)
    },
  ],
  PUT: [
    saveGuildSettings,
    async (ctx, { params, body, version }) => {
      const saved = await saveSettings(ctx, { ...params, ...body, version })
      return withVersion(saved, saved.version)
    },
  ],
})

export const integrationList = endpoint({
  GET: [listGuildIntegrations, (ctx, { params }) => listIntegrations(ctx, params)],
})

export const integrationItem = endpoint({
  PUT: [
    saveGuildIntegration,
    async (ctx, { params, body, version }) => {
      const integration = await saveIntegration(ctx, { ...params, ...body, version })
      return withVersion({ integration }, integration.revision)
    },
  ],
})

export const guildDirectory = endpoint({
  GET: [readGuildDirectory, (ctx, { params }) => readDirectory(ctx, params)],
})

export const memberSearch = endpoint({
  GET: [searchGuildMembers, (ctx, { params, query }) => searchMembers(ctx, { ...params, ...query })],
})

export const eventLog = endpoint({
  GET: [listGuildEvents, (ctx, { params, query }) => listEvents(ctx, { ...params, ...query })],
})

export const managerList = endpoint({
  GET: [listManagers, async (ctx, { params }) => ({ managers: await list(ctx, params) })],
})
