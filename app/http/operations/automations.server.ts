import {
  createAutomation as create,
  listAutomations,
  deleteAutomation as remove,
  readAutomation as read,
  updateAutomation as update,
} from '#app/features/automations/automations.server.ts'
import { endpoint, versioned, withHeaders } from '#app/http/api/endpoint.server.ts'
import {
  createAutomation,
  listGuildAutomations,
  deleteAutomation,
  readAutomation,
  updateAutomation,
  testAutomation,
  runAutomation,
  listAutomationRuns,
  readAutomationRun,
} from '#app/features/automations/operations.ts'
import { testAutomation as test } from '#app/features/automations/dry-run.server.ts'
import { runAutomation as run } from '#app/features/automations/runs/run-now.server.ts'
import { listRuns, readRun } from '#app/features/automations/runs/runs.server.ts'

export const automationList = endpoint({
  GET: [listGuildAutomations, (ctx, { params, query }) => listAutomations(ctx, { ...params, ...query })],
  POST: [
    createAutomation,
    (ctx, { params, body }) =>
      versioned('automation', create(ctx, { ...params, ...body }), (automation) => ({
        Location: `/api/guilds/${params.guildId}/automations/${automation.id}`,
      })),
  ],
})

export const automationItem = endpoint({
  GET: [readAutomation, (ctx, { params }) => versioned('automation', read(ctx, params))],
  PUT: [
    updateAutomation,
    (ctx, { params, body, version }) => versioned('automation', update(ctx, { ...params, ...body, version })),
  ],
  DELETE: [deleteAutomation, (ctx, { params, version }) => remove(ctx, { ...params, version })],
})

export const automationTest = endpoint({
  POST: [testAutomation, (ctx, { params, body }) => test(ctx, { ...params, ...body })],
})

export const automationRunNow = endpoint({
  POST: [
    runAutomation,
    async (ctx, { params, body }) => {
      const started = await run(ctx, { ...params, ...body })
      const { guildId, id } = params
      return withHeaders(
        { run: started },
        { Location: `/api/guilds/${guildId}/automations/${id}/runs/${started.id}` },
      )
    },
  ],
})

export const automationRuns = endpoint({
  GET: [listAutomationRuns, (ctx, { params, query }) => listRuns(ctx, { ...params, ...query })],
})

export const automationRun = endpoint({
  GET: [readAutomationRun, async (ctx, { params }) => ({ run: await readRun(ctx, params) })],
})
