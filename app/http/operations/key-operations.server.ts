import type { Context } from '#app/context.server.ts'
import { listEvents } from '#app/features/events/log.server.ts'
import {
  listDailyChannels,
  listDailyCommands,
  listDailySnapshots,
} from '#app/features/stats/series.server.ts'
import { listGuildRuns } from '#app/features/automations/runs/runs.server.ts'
import { reportAutomations } from '#app/features/automations/automations.server.ts'
import { reportCommands } from '#app/features/commands/manage.server.ts'
import { reportIntegrations } from '#app/features/integrations/integrations.server.ts'
import { reportSiteStats } from '#app/features/readers/report.server.ts'
import { recordEventsOfKey } from '#app/features/runners/report-events.server.ts'
import { guildOfKey, readSettingsOfKey } from '#app/features/settings/settings.server.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { endpoint, mapHeader, withVersion, type Handler } from '#app/http/api/endpoint.server.ts'
import { sessionHandlers } from '#app/http/operations/session-operations.server.ts'
import { openedOperations } from '#app/openapi/operations.ts'
import * as v1 from '#app/openapi/v1.ts'
import { keyPathOf } from '#app/operations/open-to-keys.ts'
import type { Operation } from '#app/operations/operation.ts'

const sessionRules = new Map(sessionHandlers.map(([{ id }, rule]) => [id, rule]))

const guildRef = ({ actor }: Context) => ({ guildId: guildOfKey(actor) })

/** Operations that only exist for keys. */
const own = [
  endpoint({ GET: [v1.readStats, (ctx, { query }) => reportStats(ctx, query)] }),
  endpoint({
    GET: [
      v1.readSettings,
      async (ctx) => {
        const saved = await readSettingsOfKey(ctx)
        return withVersion(saved, saved.version)
      },
    ],
  }),
  endpoint({ GET: [v1.listCommands, (ctx, { query }) => reportCommands(ctx, query)] }),
  endpoint({ GET: [v1.listAutomations, (ctx, { query }) => reportAutomations(ctx, query)] }),
  endpoint({ GET: [v1.readIntegrationStatus, (ctx, { query }) => reportIntegrations(ctx, query)] }),
  endpoint({
    GET: [
      v1.listRuns,
      async (ctx, { query }) => {
        const at = guildRef(ctx)
        const page = await listGuildRuns(ctx, { ...query, ...at })
        return { guild_id: at.guildId, ...page, limit: query.limit }
      },
    ],
  }),
  endpoint({
    GET: [v1.listDailyChannels, (ctx, { query }) => listDailyChannels(ctx, { ...query, ...guildRef(ctx) })],
  }),
  endpoint({
    GET: [v1.listDailyCommands, (ctx, { query }) => listDailyCommands(ctx, { ...query, ...guildRef(ctx) })],
  }),
  endpoint({
    GET: [v1.listDailySnapshots, (ctx, { query }) => listDailySnapshots(ctx, { ...query, ...guildRef(ctx) })],
  }),
  endpoint({
    GET: [
      v1.listMemberActivity,
      (ctx, { params, query }) => listEvents(ctx, { ...query, ...guildRef(ctx), actor: params.memberId }),
    ],
  }),
  endpoint({ GET: [v1.readSiteStats, (ctx, { query }) => reportSiteStats(ctx, query)] }),
  endpoint({ POST: [v1.reportEvents, (ctx, { body }) => recordEventsOfKey(ctx, body)] }),
].flatMap(({ handlers }) => handlers)

/** All operations of the external API with their rules. Throws at startup if a rule is missing. */
export const keyHandlers: readonly Handler[] = [...own, ...Object.values(openedOperations).map(opened)]

/** Returns an opened operation with the rule of its session operation. Operations on a guild get the key's guild. */
function opened(operation: Operation): Handler {
  const { opens } = operation
  const rule = opens && sessionRules.get(opens.id)
  if (!rule) throw new Error(`${operation.id} has no rule`)
  const isOfGuild = opens.path.includes('{guildId}')
  return [
    operation,
    async (ctx, input, args) => {
      const guild = isOfGuild ? guildRef(ctx) : {}
      const params = { ...(input.params as object | undefined), ...guild }
      return mapHeader(await rule(ctx, { ...input, params } as never, args), 'Location', keyPathOf)
    },
  ]
}
