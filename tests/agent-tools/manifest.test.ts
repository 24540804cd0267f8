import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { allTools, pageNames, pageTools } from '#agent-tools/page-tools.ts'
import { routesOf } from '#agent-tools/tool/tool.ts'
import { operations } from '#app/openapi/operations.ts'

const file = 'agent-tools/manifest.json'
const command = 'npx vitest run tests/agent-tools/manifest.test.ts -u'
const tools = await allTools()

/** What the definitions say, as the documentation shows it. */
const manifest = {
  made_by: command,
  places: pageTools.map(({ path, tools }, n) => ({ name: pageNames()[n], path: path.source, tools })),
  tools: tools.map(({ audience, tool }) => {
    const { name, title, description, annotations, inputSchema } = tool
    const uses = routesOf(tool).map(({ id }) => id)
    return { name, title, description, audience, annotations, inputSchema, operations: uses }
  }),
}

test('the manifest says what the definitions say', async () => {
  const input = JSON.stringify(manifest)
  const formatted = execFileSync('node_modules/.bin/oxfmt', [`--stdin-filepath=${file}`], {
    input,
    encoding: 'utf8',
  })
  const how = `${file} is old: ${command} writes it anew`
  await expect(formatted, how).toMatchFileSnapshot(`../../${file}`)
})

test('a tool calls operations that there are, and hosts are not shown which', () => {
  const ids = operations.map(({ id }) => id)
  for (const { tool } of tools) {
    for (const { id } of routesOf(tool)) expect(ids, tool.name).toContain(id)
    expect(tool).not.toHaveProperty('uses')
  }
})
