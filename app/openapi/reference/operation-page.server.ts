import type { DocumentedOperation } from '#app/openapi/reference/curl.server.ts'
import { fence, sampleOf } from '#app/openapi/reference/samples.server.ts'
import { fieldRows, typeLabel, plain, type Field } from '#app/openapi/reference/schema-table.server.ts'
import { operations } from '#app/openapi/operations.ts'
import { meaningOf } from '#app/openapi/refusals.server.ts'
import { statusesOf } from '#app/openapi/document.server.ts'
import type {
  ResponseObject,
  JsonSchema,
  OpenapiDocument,
  OperationObject,
  Parameter,
} from '#app/openapi/types.ts'

type Schemas = Record<string, JsonSchema>

/** State of a page: parts already written, by operation, and whether there is room for response examples. */
export type PageState = { said: Map<string, string>; examples: boolean }

/** Returns an operation as MDX: heading, access, a sample call, parameters, body and all responses. */
export function operationText(
  { method, path, entry }: DocumentedOperation,
  { components }: OpenapiDocument,
  { said, examples }: PageState,
): string {
  const { schemas } = components
  const { operationId, summary, description, parameters = [], requestBody, responses } = entry
  const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const own = operations.find(({ id }) => id === operationId)!
  return [
    `## ${plain(summary)}`,
    `<Operation id="${operationId}" />`,
    description === `${summary}.` ? '' : plain(description),
    sampleOf({ method, path, entry }),
    ...(['path', 'query', 'header'] as const).map((place) => parametersTable(place, parameters)),
    body
      ? textOrLink(said, operationId, bodyTable(body.schema, schemas, type), 'The body is the same as for')
      : '',
    answersTable(statusesOf(own), responses),
    ...successes(responses, schemas, examples).map((part) => textOrLink(said, operationId, part)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/**
 * Returns a part of the page. For a long part that the page already contains, returns a link, or nothing without
 * `words`.
 */
function textOrLink(said: PageState['said'], id: string, part: string, words = '') {
  const before = said.get(part)
  said.set(part, before ?? id)
  if (!before || part.length < 300) return part
  return words && `${words} [\`${before}\`](#${before}).`
}

/** Returns a Markdown table. */
export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const parameterHeadings = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const

function parametersTable(place: keyof typeof parameterHeadings, parameters: Parameter[]) {
  const rows = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description = '', schema }) => [
      `\`${name}\``,
      `${typeLabel(schema)} (${schema.default === undefined ? (required ? 'required' : 'optional') : `default \`${String(schema.default)}\``})`,
      plain(description),
    ])
  return rows.length ? table([parameterHeadings[place], 'Type', 'Description'], rows) : ''
}

const fieldsTable = (head: string, kind: string, fields: Field[]) =>
  table(
    [head, kind, 'Description'],
    fields.map((field) => [`\`${field.name}\``, field.kind, field.meaning]),
  )

function bodyTable(schema: JsonSchema, schemas: Schemas, type: string) {
  const fields = fieldRows(schema, schemas)
  const head = type === 'application/json' ? 'Body' : `Body (\`${type}\`)`
  return fields.length ? fieldsTable(head, 'Type', fields) : ''
}

/** Returns the table of statuses: the body of each success and the codes of each error. */
function answersTable(statuses: ReturnType<typeof statusesOf>, responses: OperationObject['responses']) {
  const rows = statuses.map(({ status, codes, meaning }) => [
    `\`${status}\``,
    codes.length
      ? codes.map((code) => `\`${code}\`: ${plain(meaningOf(code))}`).join('<br />')
      : [responseSummary(responses[status]), plain(meaning)].filter(Boolean).join(': '),
  ])
  return table(['Status', 'Response'], rows)
}

/** Returns the schema name of a success body, or its media types if they are not only JSON. */
function responseSummary(answer: OperationObject['responses'][string] | undefined) {
  const content = answer && 'content' in answer ? Object.entries(answer.content ?? {}) : []
  const others = content.some(([type]) => type !== 'application/json')
  return content
    .map(([type, { schema }]) => (schema.$ref ? typeLabel(schema) : others ? `\`${type}\`` : ''))
    .filter(Boolean)
    .join(', ')
}

/** Returns the fields of each success body without a named schema, and a collapsed example. */
function successes(responses: OperationObject['responses'], schemas: Schemas, examples: boolean): string[] {
  return Object.entries(responses).flatMap(([status, answer]) => {
    const media = 'content' in answer ? (answer as ResponseObject).content?.['application/json'] : undefined
    if (!media || Number(status) >= 300) return []
    const fields = media.schema.$ref ? [] : fieldRows(media.schema, schemas)
    return [
      fields.length ? fieldsTable(`Response \`${status}\``, 'Type', fields) : '',
      examples && isInformative(media.example) ? collapsed(`Example response ${status}`, media.example) : '',
    ]
  })
}

const isInformative = (example: unknown) => JSON.stringify(example ?? {}).length > 2

const collapsed = (title: string, value: unknown) =>
  `<details>\n<summary>${title}</summary>\n\n${fence('json', JSON.stringify(value, null, 2))}\n\n</details>`

/** Returns a named object: its heading, description and fields. */
export const objectText = (name: string, schemas: Schemas) => {
  const schema = schemas[name] ?? {}
  const fields = fieldRows(schema, schemas)
  return [
    `### ${name}`,
    plain(schema.description ?? ''),
    fields.length ? fieldsTable('Field', 'Type', fields) : `Type: ${typeLabel(schema)}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
