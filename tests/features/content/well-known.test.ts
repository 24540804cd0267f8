import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aiCatalog, apiCatalog, securityTxt } from '#app/features/content/discovery/well-known.server.ts'
import { catalogEntries, siteCard } from '#app/mcp/card.server.ts'
import { readSkills } from '#app/features/content/store/skills.server.ts'
import { anEntry, publishing, SITE } from '#tests/support/db/content.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

const document = (slug: string) => anEntry({ type: 'doc', slug })
const aSkill = { name: 'a-skill', description: 'Does it.', bytes: Buffer.from(''), digest: 'sha256:0' }

test('the API catalogue points to a document that is there, else to the reference', async () => {
  const docsOf = async (entries: ReturnType<typeof anEntry>[]) =>
    (await apiCatalog(publishing(entries))).linkset.flatMap((context) =>
      'service-doc' in context ? context['service-doc'].map(({ href }) => href.replace(SITE, '')) : [],
    )
  expect(await docsOf([document('external-api')])).toEqual([
    '/docs/external-api',
    '/docs/external-api.md',
    ...['/docs/api', '/docs/api.md', '/docs/api', '/docs/api.md', '/docs/api', '/docs/api.md'],
  ])
})

test.each([
  ['https://www.site.example', 'www.site.example'],
  ['http://127.0.0.1:3000', '127.0.0.1'],
  ['http://[::1]:3000', '---1-'],
])('the names in the catalogue of %s fit the standard', async (siteUrl, publisher) => {
  const ctx = publishing([], { siteUrl, skills: [{ ...aSkill, queries: [] }] })
  const names = (await aiCatalog(ctx, catalogEntries(ctx))).entries.map(({ identifier }) => identifier)
  expect(names).toEqual(
    ['skill:a-skill', 'api:openapi', 'mcp:site', 'mcp:api'].map((one) => `urn:air:${publisher}:${one}`),
  )
  for (const name of names) expect(name).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/)
})

test.each([
  ['https://www.site.example', 'example.site.www/site'],
  ['http://127.0.0.1:3000', '127.0.0.1/site'],
  ['http://[::1]:3000', '1/site'],
  ['http://localhost:3000', 'localhost/site'],
])('the server card of %s has a name by the schema', async (siteUrl, name) => {
  const given = siteCard(publishing([], { siteUrl }))
  expect(given.name).toBe(name)
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
})

test('a skill is listed with the queries that it names, and without when it names none', async () => {
  const skills = [
    { ...aSkill, queries: ['One?', 'Two?'] },
    { ...aSkill, name: 'b', queries: [] },
  ]
  const [first, second] = (await aiCatalog(publishing([], { skills }), [])).entries
  expect(first).toMatchObject({
    displayName: 'a-skill',
    type: 'text/markdown; profile="urn:air:agent-skills"',
    url: `${SITE}/.well-known/agent-skills/a-skill/SKILL.md`,
    representativeQueries: ['One?', 'Two?'],
  })
  expect(second).not.toHaveProperty('representativeQueries')
})

test.each([
  ['One?\n    Two?', ['One?', 'Two?'], []],
  ['One?', undefined, ['metadata: Write two to five lines in representative-queries.']],
  [
    '1\n    2\n    3\n    4\n    5\n    6',
    undefined,
    ['metadata: Write two to five lines in representative-queries.'],
  ],
])('a skill that names the queries %j is read or refused', async (lines, queries, reasons) => {
  const folder = await temporaryFolder()
  await mkdir(join(folder.path, 'skills/a-skill'), { recursive: true })
  await writeFile(
    join(folder.path, 'skills/a-skill/SKILL.md'),
    `---\nname: a-skill\ndescription: Does it.\nmetadata:\n  representative-queries: |\n    ${lines}\n---\n\nHow.\n`,
  )
  const { skills, problems } = await readSkills(folder.path)
  await folder.remove()
  expect(skills[0]?.queries).toEqual(queries)
  expect(problems.map(({ reason }) => reason)).toEqual(reasons)
})

test('security.txt expires 180 days after today, and stays the same for the whole day', async () => {
  const at = (time: string) =>
    securityTxt({ ...publishing([document('security')]), now: () => new Date(time) })
  const text = await at('2026-11-21T12:00:00.000Z')
  expect(text).toBe(
    `Contact: ${SITE}/contact\nExpires: 2027-05-20T00:00:00.000Z\nPreferred-Languages: en\n` +
      `Canonical: ${SITE}/.well-known/security.txt\nPolicy: ${SITE}/docs/security\n`,
  )
  expect(await at('2026-11-21T00:00:00.000Z')).toBe(text)
  expect(await at('2026-11-21T23:59:59.999Z')).toBe(text)
  expect(await at('2026-11-22T00:00:00.000Z')).toContain('Expires: 2027-05-21T')
})

test('security.txt names no policy that is not there', async () => {
  expect(await securityTxt(publishing([]))).not.toContain('Policy')
})
