import { EXAMPLE_ORIGIN } from '#app/site/site.ts'
import type { Media, OperationObject, Parameter } from '#app/openapi/types.ts'

/** Operation of the OpenAPI document with its method and path. */
export type DocumentedOperation = { method: string; path: string; entry: OperationObject }

/** Returns a curl command for a call. Returns null for calls that Discord signs and for the runner socket. */
export function curlOf({ method, path, entry }: DocumentedOperation): string | null {
  const { parameters = [], requestBody, security } = entry
  const schemes = new Set(security.flatMap((one) => Object.keys(one)))
  if (schemes.has('discordSignature') || schemes.has('runnerToken')) return null
  const body = requestBody?.content['application/json']
  const upload = requestBody?.content['multipart/form-data']
  const address = urlOf({ method, path, entry })
  const options = [
    ...(method === 'POST' && requestBody ? [] : method === 'GET' ? [] : [`-X ${method}`]),
    ...(entry.responses['302'] || !hasBody(entry) ? ['-i'] : []),
    ...(schemes.has('apiKey') ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(schemes.has('session') ? ['-b cookies.txt'] : []),
    ...(setsCookie(entry) ? ['-c cookies.txt'] : []),
    ...parameters
      .filter((one) => one.in === 'header' && one.required)
      .map((one) => `-H '${one.name}: ${String(one.example)}'`),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(bodyText(body.example))}`] : []),
    ...(upload ? partsOf(upload) : []),
  ]
  return lines(['curl', ...options, isPlain(address) ? address : quoted(address)])
}

/** Returns the URL of a sample call, with the required query parameters. */
export const urlOf = ({ path, entry: { parameters = [] } }: DocumentedOperation) =>
  `${EXAMPLE_ORIGIN}${filled(path, parameters)}${queryOf(parameters)}`

/** Returns the `-F` options of a multipart body, with a placeholder for the file. */
const partsOf = ({ schema, example }: Media) =>
  Object.entries(example as Record<string, string>).map(([name, value]) =>
    schema.properties?.[name]?.format === 'binary'
      ? `-F ${name}=@image.png`
      : `-F ${quoted(`${name}=${value}`)}`,
  )

/** Formats JSON on one line if it is short. */
function bodyText(value: unknown) {
  const text = JSON.stringify(value)
  return text.length <= 48 ? text : JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
}

const hasBody = ({ responses }: OperationObject) =>
  Object.entries(responses).some(([status, answer]) => status.startsWith('2') && 'content' in answer)

const setsCookie = ({ responses }: OperationObject) =>
  Object.values(responses).some((answer) => 'headers' in answer && answer.headers?.['Set-Cookie'])

const filled = (path: string, parameters: Parameter[]) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.in === 'path' && one.name === name)?.example)),
  )

function queryOf(parameters: Parameter[]) {
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name, example }) => [name, String(example)] as [string, string]),
  )
  return query.size ? `?${query}` : ''
}

const isPlain = (address: string) => /^[\w:/.-]+$/.test(address)

/** Quotes text for a shell. Within single quotes, only the closing quote is special. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Joins a command, with one option per line if a single line would be too long. */
function lines(parts: string[]) {
  const whole = parts.join(' ')
  if (whole.length <= 72 && !whole.includes('\n')) return whole
  return [`${parts[0]} ${parts[1]}`, ...parts.slice(2)].join(' \\\n  ')
}
