import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allTools } from '#agent-tools/page-tools.ts'
import { scopes } from '#app/access.ts'
import { auditActionNames } from '#app/features/audit/schema.ts'
import { actionTypes } from '#app/features/actions/action-types.ts'
import { ruleOps } from '#app/features/actions/operator-labels.ts'
import { configFields } from '#app/features/actions/config-fields.ts'
import { commands } from '#app/cli/main.server.ts'
import { settings } from '#app/platform/config/settings.server.ts'
import { docPathOf, statusOf, type ErrorCode } from '#app/errors.ts'
import { rateLimits } from '#app/platform/security/rate-limits.ts'
import { closeCodes, runnerMessages } from '#app/features/runners/schema.ts'
import { eventTypes } from '#app/features/events/schema.ts'
import { operations } from '#app/openapi/operations.ts'
import { readStaticFiles } from '#app/http/server/static.server.ts'

const pages = readdirSync('content/docs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mdx'))
  .map((file) => `content/docs/${file}`)
const documents = ['README.md', ...pages].map((file) => readFileSync(file, 'utf8'))

/** What the documents set as code, in blocks and between backticks, and their headings. */
const code = documents
  .flatMap((text) => [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`|^#+ .*$/gm)].map(([found]) => found))
  .join('\n')

/** True when the term stands there by itself; an address may have its host before it. */
function isNamed(term: string) {
  const before = term.startsWith('/') ? '' : '(?<![\\w/-])'
  return new RegExp(`${before}${term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w/{}-])`).test(code)
}

const terms = {
  setting: Object.keys(settings).filter((name) => name !== 'NODE_ENV'),
  limit: Object.keys(rateLimits),
  scope: [...scopes],
  'error code': Object.keys(statusOf),
  operation: operations.map(({ path }) => path),
  'browser tool': (await allTools()).map(({ tool }) => tool.name),
  command: commands.map(({ name }) => name),
  event: [...eventTypes],
  'action of the audit log': auditActionNames,
  'operator of rules': [...ruleOps],
  action: actionTypes,
  'field of an action': [
    ...new Set(
      Object.values(configFields)
        .flat()
        .map(({ name }) => name),
    ),
  ],
}

describe.each(Object.entries(terms))('every %s', (_, names) => {
  test.each(names)('%s is in the documentation', (name) => {
    expect(isNamed(name)).toBe(true)
  })
})

test.each(pages)('%s is short enough to read at once, and says where to go next', (file) => {
  // Readers do not see the questions in the front matter.
  const text = readFileSync(file, 'utf8').replace(/^questions: \|\n(?: {2}.*\n)+/m, '')
  expect(text.length).toBeLessThan(15_000)
  expect([...text.matchAll(/^## .*$/gm)].at(-1)?.[0]).toBe('## Where to go next')
})

test('the example of a .env file names every setting', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(settings).sort())
})

const protocol = pages
  .filter((file) => /(?:runner-[a-z]+|servers)\.mdx$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test.each(Object.entries(runnerMessages))(
  'the protocol of runners tells of %s and its fields',
  (op, schema) => {
    expect(protocol).toMatch(new RegExp(`^\\| [^|]*\`${op}\``, 'm'))
    const { shape } = 'unwrap' in schema ? schema.unwrap() : schema
    for (const field of Object.keys(shape)) expect(protocol).toMatch(new RegExp(`[\`{ ]${field}[\`,}]`))
  },
)

test('the protocol of runners tells of every close code', () => {
  for (const code of Object.values(closeCodes))
    expect(protocol).toMatch(new RegExp(`^\\| .*\\b${code}\\b.* \\|`, 'm'))
})

test.each(Object.entries(configFields))('what a job of type %s holds is told', (type, fields) => {
  const rows = readFileSync('content/docs/runner-jobs.mdx', 'utf8').split('\n')
  const row = rows.find((line) => line.startsWith('|') && line.includes(`\`${type}\``))
  for (const { name } of fields) expect(row).toContain(`\`${name}\``)
})

test.each(Object.keys(statusOf))('the doc_url of %s leads to a heading of the error reference', (code) => {
  const [path, heading] = docPathOf(code as ErrorCode).split('#')
  expect(path).toBe('/docs/errors')
  const errors = readFileSync('content/docs/errors.mdx', 'utf8')
  expect(errors).toMatch(new RegExp(`^#{2,4} \`?${heading}\`?$`, 'm'))
})

test('a word that nobody wrote is not found', () => {
  expect(isNamed('NO_SUCH_SETTING')).toBe(false)
  expect(isNamed('/api/v1/stat')).toBe(false)
})

test.each(Object.entries(rateLimits))(
  'the documentation has the number of requests for %s',
  (name, { points }) => {
    const lines = documents
      .join('\n')
      .split('\n')
      .filter((line) => line.includes(`\`${name}\``))
    expect(
      lines.some((line) => new RegExp(`\\b${points}\\b`).test(line)),
      lines.join('\n'),
    ).toBe(true)
  },
)

test.each(Object.entries(statusOf))('the documentation says which status %s has', (code, status) => {
  const lines = documents
    .join('\n')
    .split('\n')
    .filter((line) => line.includes(`\`${code}\``))
  expect(
    lines.some((line) => line.includes(String(status))),
    lines.join('\n'),
  ).toBe(true)
})

test('every figure in the documentation is a file that the server serves', async () => {
  const served = await readStaticFiles('public')
  const paths = documents.flatMap((text) =>
    [...text.matchAll(/"(\/figures\/[^"]+)"/g)].map(([, path]) => path!),
  )
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !served.has(path))).toEqual([])
})

test('the screenshots of the documentation have descriptions and a dark twin', () => {
  const home = readFileSync('content/pages/index.mdx', 'utf8')
  const figures = [...documents, home].flatMap((text) => [
    ...text.matchAll(/<Figure src="\/figures\/screens\/([^"]+)\.webp"(.*)\/>/g),
  ])
  const files = readdirSync('public/figures/screens')
  const used = [...new Set(figures.flatMap(([, name]) => [`${name}.webp`, `${name}-dark.webp`]))]
  expect(figures.length).toBeGreaterThanOrEqual(12)
  expect(files.sort()).toEqual(used.sort())
  for (const [, name, rest] of figures) {
    expect(rest).toContain(`dark="/figures/screens/${name}-dark.webp"`)
    expect(rest).toMatch(/alt="[^"]{30,}"/)
  }
})
