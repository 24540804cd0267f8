import { createHash } from 'node:crypto'
import { readGenerated } from '#app/features/content/store/build.server.ts'
import { changelogPage } from '#app/features/content/discovery/changelog.server.ts'
import { referencePart } from '#app/features/content/slugs.ts'
import { referenceAddress } from '#app/site/paths.ts'
import { EXAMPLE_ORIGIN } from '#app/site/site.ts'
import type { DocumentedOperation } from '#app/openapi/reference/curl.server.ts'
import {
  objectText,
  operationText,
  table,
  type PageState,
} from '#app/openapi/reference/operation-page.server.ts'
import { fence } from '#app/openapi/reference/samples.server.ts'
import { referencedNames, plain } from '#app/openapi/reference/schema-table.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { operations } from '#app/openapi/operations.ts'
import { release } from '#app/openapi/info.server.ts'
import { openapiDocument } from '#app/openapi/document.server.ts'
import type { OpenapiDocument, OperationObject } from '#app/openapi/types.ts'
import { byTag } from '#app/openapi/tags.ts'

const OVERVIEW = '/docs/api'

/**
 * Returns the API reference and the changelog, generated once. As entries, the pages need no special case elsewhere.
 */
export const referencePages = (): readonly Entry[] => (pages ??= makePages())
let pages: readonly Entry[] | undefined

/** Returns the reference from the build, or generates it. Reading the build saves half a second at startup. */
export const builtReference = async (folder: string, version: string): Promise<readonly Entry[]> =>
  (await readGenerated(folder, version)) ?? referencePages()

function makePages(): Entry[] {
  const document = openapiDocument({ name: 'Site', siteUrl: EXAMPLE_ORIGIN })
  const groups = byTag(operations)
  const places = operationsById(document)
  return [
    page({
      slug: 'api',
      title: 'API reference',
      description: 'Authentication, errors, pagination, limits and versions of the API, and every operation.',
      body: overview(document, groups),
      order: 0,
    }),
    ...groups.map(({ tag, members }, index) =>
      page({
        slug: `api/${tag.name}`,
        title: `${tag.title} reference`,
        description: tag.description,
        body: tagText(
          document,
          members.map(({ id }) => places.get(id)!),
        ),
        order: index + 1 + (referencePart(referenceAddress(tag.name))?.place ?? 0) * groups.length,
      }),
    ),
    changelogPage(release.day),
  ]
}

type GeneratedPage = Pick<Entry, 'slug' | 'title' | 'description' | 'body'> & { order: number }

function page({ slug, title, description, body, order }: GeneratedPage): Entry {
  const hash = createHash('sha256')
    .update(JSON.stringify([title, description, body]))
    .digest('hex')
  const facts = { type: 'doc', section: 'Reference', updated: release.day, isMade: true } as const
  return {
    ...facts,
    tags: [],
    slug,
    path: `/docs/${slug}`,
    title,
    description,
    order,
    body,
    hash,
    file: `docs/${slug} (made)`,
    line: 1,
  }
}

const intro = `This reference lists every operation and is generated from the definitions that validate requests. The same data is available as an OpenAPI 3.1 document, from which you can [generate a client](/docs/api-clients):

${fence('sh', `curl -o openapi.json ${EXAMPLE_ORIGIN}/api/openapi.json`)}`

function overview(document: OpenapiDocument, groups: ReturnType<typeof byTag>) {
  return [
    intro,
    document.info.description,
    '## Operations',
    ...groups.flatMap(({ tag, members }) => [
      `### ${tag.title}`,
      `${plain(tag.description)} [${tag.title} reference](${referenceAddress(tag.name)}).`,
      table(
        ['Operation', 'Description'],
        members.map(({ id, method, path, summary }) => [
          `[\`${method} ${path}\`](${referenceAddress(tag.name, id)})`,
          plain(summary),
        ]),
      ),
    ]),
    '## Where to go next',
    '[Your first API call](/docs/first-api-call) is the tutorial. [Errors and limits](/docs/errors) explains every code. [Client libraries](/docs/api-clients) shows how to generate a client.',
  ].join('\n\n')
}

/**
 * Maximum characters of a page with response examples. Longer pages omit the examples, which the OpenAPI document
 * contains.
 */
const MAX_PAGE_CHARACTERS = 15_000

function tagText(document: OpenapiDocument, members: DocumentedOperation[]) {
  const whole = textOf(document, members, true)
  return whole.length < MAX_PAGE_CHARACTERS ? whole : textOf(document, members, false)
}

function textOf(document: OpenapiDocument, members: DocumentedOperation[], examples: boolean) {
  const { schemas } = document.components
  const said: PageState['said'] = new Map()
  const names = [...new Set(members.flatMap(({ entry }) => objectsOf(entry, schemas)))]
  return [
    `The [overview](${OVERVIEW}) applies to every call. In the examples, \`API_KEY\` is an [API key](/docs/external-api), and \`cookies.txt\` contains the session cookie from a [sign-in](/docs/accounts).`,
    ...members.map((member) => operationText(member, document, { said, examples })),
    ...(names.length ? ['## Objects', ...names.map((name) => objectText(name, schemas))] : []),
    '## Where to go next',
    `The [API reference](${OVERVIEW}) lists all operations. [Errors and limits](/docs/errors) explains every code and limit.`,
  ].join('\n\n')
}

/** Indexes the operations of the document by id. */
function operationsById({ paths }: OpenapiDocument) {
  return new Map<string, DocumentedOperation>(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, entry]) => [
        entry.operationId,
        { method: method.toUpperCase(), path, entry },
      ]),
    ),
  )
}

/** Lists the objects that an operation refers to by name. */
function objectsOf(
  { requestBody, responses }: OperationObject,
  schemas: OpenapiDocument['components']['schemas'],
) {
  const contents = [requestBody, ...Object.values(responses)].flatMap((part) =>
    part && 'content' in part ? Object.values(part.content ?? {}) : [],
  )
  return contents.flatMap(({ schema }) => referencedNames(schema, schemas))
}
