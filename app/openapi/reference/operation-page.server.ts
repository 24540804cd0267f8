import { curlOf } from '#app/openapi/reference/curl.server.ts'
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
/** An operation of the OpenAPI document with its method and path. */
export type DocumentedOperation = { method: string; path: string; entry: OperationObject }

/** What a page has `said`, and in which operation; `examples` says if it has room for those of responses. */
export type PageState = { said: Map<string, string>; examples: boolean }

/** One operation as MDX: its heading, who may call it, a call to try, what it takes, and every answer that it may give. */
export function operationText(
  { method, path, entry }: DocumentedOperation,
  { components }: OpenapiDocument,
  { said, examples }: PageState,
): string {
  const { schemas } = components
  const { operationId, summary, description, parameters = [], requestBody, responses } = entry
  const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const curl = curlOf({ method, path, entry })
  const own = operations.find(({ id }) => id === operationId)!
  return [
    `## ${plain(summary)}`,
    `<Operation id="${operationId}" />`,
    description === `${summary}.` ? '' : plain(description),
    curl && fence('sh', curl),
    ...(['path', 'query', 'header'] as const).map((place) => parametersTable(place, parameters)),
    body ? textOrLink(said, operationId, bodyTable(body.schema, schemas, type), 'The body is that of') : '',
    answersTable(statusesOf(own), responses),
    ...successes(responses, schemas, examples).map((part) => textOrLink(said, operationId, part)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The part itself; where the page has it already and it is long, a link to where, or nothing when there are no words for it. */
function textOrLink(said: PageState['said'], id: string, part: string, words = '') {
  const before = said.get(part)
  said.set(part, before ?? id)
  if (!before || part.length < 300) return part
  return words && `${words} [\`${before}\`](#${before}).`
}

export const fence = (lang: string, code: string) => `\`\`\`${lang}\n${code}\n\`\`\``

/** A table of Markdown. */
export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const parameterHeadings = { path: 'In the path', query: 'In the query', header: 'In the header' } as const

function parametersTable(place: keyof typeof parameterHeadings, parameters: Parameter[]) {
  const rows = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description = '', schema }) => [
      `\`${name}\``,
      `${typeLabel(schema)}; ${schema.default === undefined ? (required ? 'required' : 'optional') : `\`${String(schema.default)}\` if left out`}`,
      plain(description),
    ])
  return rows.length ? table([parameterHeadings[place], 'Takes', 'Meaning'], rows) : ''
}

const fieldsTable = (head: string, kind: string, fields: Field[]) =>
  table(
    [head, kind, 'Meaning'],
    fields.map((field) => [`\`${field.name}\``, field.kind, field.meaning]),
  )

function bodyTable(schema: JsonSchema, schemas: Schemas, type: string) {
  const fields = fieldRows(schema, schemas)
  const head = type === 'application/json' ? 'In the body' : `In the body (\`${type}\`)`
  return fields.length ? fieldsTable(head, 'Takes', fields) : ''
}

/** Every status: a success with what it sends, a refusal with each code that it may carry. */
function answersTable(statuses: ReturnType<typeof statusesOf>, responses: OperationObject['responses']) {
  const rows = statuses.map(({ status, codes, meaning }) => [
    `\`${status}\``,
    codes.length
      ? codes.map((code) => `\`${code}\`: ${plain(meaningOf(code))}`).join('<br />')
      : [responseSummary(responses[status]), plain(meaning)].filter(Boolean).join(': '),
  ])
  return table(['Status', 'Answer'], rows)
}

/** The named object that a success sends, or its media types where they are others than JSON. */
function responseSummary(answer: OperationObject['responses'][string] | undefined) {
  const content = answer && 'content' in answer ? Object.entries(answer.content ?? {}) : []
  const others = content.some(([type]) => type !== 'application/json')
  return content
    .map(([type, { schema }]) => (schema.$ref ? typeLabel(schema) : others ? `\`${type}\`` : ''))
    .filter(Boolean)
    .join(', ')
}

/** What each success holds, unless it is a named object, which has a place of its own; and an example of it, folded. */
function successes(responses: OperationObject['responses'], schemas: Schemas, examples: boolean): string[] {
  return Object.entries(responses).flatMap(([status, answer]) => {
    const media = 'content' in answer ? (answer as ResponseObject).content?.['application/json'] : undefined
    if (!media || Number(status) >= 300) return []
    const fields = media.schema.$ref ? [] : fieldRows(media.schema, schemas)
    return [
      fields.length ? fieldsTable(`In the answer \`${status}\``, 'Is', fields) : '',
      examples && isInformative(media.example)
        ? collapsed(`Example of the answer ${status}`, media.example)
        : '',
    ]
  })
}

const isInformative = (example: unknown) => JSON.stringify(example ?? {}).length > 2

const collapsed = (title: string, value: unknown) =>
  `<details>\n<summary>${title}</summary>\n\n${fence('json', JSON.stringify(value, null, 2))}\n\n</details>`

/** A named object: its heading, what it is, and its fields. */
export const objectText = (name: string, schemas: Schemas) => {
  const schema = schemas[name] ?? {}
  const fields = fieldRows(schema, schemas)
  return [
    `### ${name}`,
    plain(schema.description ?? ''),
    fields.length ? fieldsTable('Field', 'Is', fields) : `It is: ${typeLabel(schema)}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
