import { expect, test } from 'vitest'
import { allowAnyGuild, roles, rolePermissions, type Role, type Permission } from '#app/access.ts'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createRenderer } from '#app/features/content/render/render.server.tsx'
import { userWith } from '#tests/support/factories.ts'

const may = (role: Role, permission: Permission) => {
  try {
    allowAnyGuild({ actor: userWith(role) }, permission)
    return 'yes'
  } catch {
    return 'no'
  }
}

/** The cells of the table of roles, as whoever reads the Markdown gets them. */
async function tableOfRoles() {
  const body = await createRenderer(referenceKit)({ body: '<Roles />', file: 'docs/people.mdx', line: 1 })
  const page = `<html><head><title>Roles</title></head><body><main id="pageContent">${body}</main></body></html>`
  const { markdown } = pageToMarkdown(page, {
    url: '/docs/people',
    siteUrl: 'https://signpost.example.org',
    siteName: 'A site',
  })
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

test('the table of roles matches the permissions of the roles', async () => {
  const [head, , ...rows] = await tableOfRoles()
  expect(head?.slice(2)).toEqual(roles)
  expect(rows.map(([name, , ...cells]) => [name, ...cells])).toEqual(
    rolePermissions.map((permission) => [`\`${permission}\``, ...roles.map((role) => may(role, permission))]),
  )
})

test('the table of roles says what is left to the command line', async () => {
  const [, , ...rows] = await tableOfRoles()
  for (const [name, sentence, ...cells] of rows) {
    expect([name, sentence?.endsWith('. Command line only.')]).toEqual([name, !cells.includes('yes')])
  }
})
