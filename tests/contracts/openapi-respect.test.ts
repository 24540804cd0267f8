import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenapiDocument } from '#app/openapi/types.ts'
import { guildScopes } from '#app/access.ts'
import { anAddress, client, guildWithKey } from '#tests/support/http/client.ts'
import { placesOf, type Placed } from '#tests/support/api/contract.ts'
import { redocly } from '#tests/support/api/redocly.ts'
import { startServer } from '#tests/support/http/server.ts'
import { dataFolder } from '#tests/support/engines.ts'

/** Reads with the key of a guild that need nothing else. `v1-live.test.ts` calls the other operations. */
const isPlainRead = ({ method, path, entry }: Placed) =>
  method === 'GET' &&
  !path.includes('{') &&
  !entry.parameters?.some((parameter) => parameter.in === 'query' && parameter.required) &&
  entry.security.some(({ apiKey }) =>
    apiKey?.every((scope) => (guildScopes as readonly string[]).includes(scope)),
  )

/** A walk along the external API as Arazzo 1.0 describes one: each route with a key, again, without one, with a bad one. */
function walkOf(document: OpenapiDocument) {
  const routes = placesOf(document).filter(isPlainRead)
  return {
    arazzo: '1.0.1',
    info: { title: 'A walk along the external API', version: '1.0.0' },
    sourceDescriptions: [{ name: 'signpost', type: 'openapi', url: 'openapi.json' }],
    workflows: routes.map((route) => ({
      workflowId: route.id,
      inputs: { type: 'object', properties: { key: text, poor: text, other: text } },
      steps: stepsOf(route),
    })),
  }
}

const text = { type: 'string' }

function stepsOf({ id, entry }: Placed) {
  const step = (
    stepId: string,
    status: number,
    parameters: { in: string; name: string; value: string }[],
  ) => ({
    stepId: `${id}-${stepId}`,
    operationId: id,
    parameters: [...parameters, header('X-Forwarded-For', anAddress())],
    successCriteria: [{ condition: `$statusCode == ${status}` }],
  })
  const header = (name: string, value: string) => ({ in: 'header', name, value })
  const key = header('Authorization', 'Bearer {$inputs.key}')
  // Of two keys with one scope each, the one that lacks what the route needs.
  const lacking = entry.security.some(({ apiKey }) => apiKey?.includes(guildScopes[0])) ? 'other' : 'poor'
  const query = entry.parameters?.find((parameter) => parameter.in === 'query' && parameter.schema.pattern)
  // What is asked for by a name may not be there: then there is nothing to ask for again.
  return [
    { ...step('first', 200, [key]), outputs: { etag: '$response.header.etag' } },
    step('again', 304, [key, header('If-None-Match', `$steps.${id}-first.outputs.etag`)]),
    ...(query ? [step('wrong', 400, [key, { in: 'query', name: query.name, value: 'no-number' }])] : []),
    step('nobody', 401, [header('Authorization', '')]),
    step('stranger', 401, [header('Authorization', 'Bearer sgn_live_nothing')]),
    ...(entry.security.some(({ apiKey }) => apiKey?.length)
      ? [step('poor', 403, [header('Authorization', `Bearer {$inputs.${lacking}}`)])]
      : []),
  ]
}

test(
  'redocly respect walks the external API and finds what the document promises',
  { timeout: 240_000 },
  async () => {
    // Uses its own server, because other tests would change the status between its two requests.
    const folder = await dataFolder()
    const started = await startServer({ DATA_DIR: folder.path, TRUST_PROXY: '1' })
    const server = { ...started, name: 'sqlite', setup: started.setup! }
    const document = (await (await client(server)('/api/openapi.json')).json()) as OpenapiDocument
    const { key } = await guildWithKey(server, ['--scopes', guildScopes.join(',')])
    const poor = await guildWithKey(server, ['--scopes', guildScopes[0]])
    const other = await guildWithKey(server, ['--scopes', guildScopes[1]])
    const walk = walkOf(document)
    try {
      await writeFile(join(folder.path, 'openapi.json'), JSON.stringify(document))
      const file = join(folder.path, 'walk.arazzo.json')
      await writeFile(file, JSON.stringify(walk))
      const { status, out, err } = redocly([
        ...['respect', file, '--server', `signpost=${server.url}`],
        ...['--input', `key=${key}`, '--input', `poor=${poor.key}`, '--input', `other=${other.key}`],
      ])
      expect(status, `${out}\n${err}`).toBe(0)
      for (const { workflowId, steps } of walk.workflows)
        for (const { stepId } of steps) expect(`${out}\n${err}`, workflowId).toContain(stepId)
      expect(walk.workflows.length).toBeGreaterThan(10)
    } finally {
      await server.stop()
      await folder.remove()
    }
  },
)
