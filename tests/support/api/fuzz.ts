import fc from 'fast-check'
import type { Raw } from '#tests/support/http/raw-request.ts'

const sizes = fc.constantFrom(0, 1, 5_000, 300_000, 1_100_000)

const methods = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
  { weight: 1, arbitrary: fc.constantFrom('PROPFIND', 'REPORT', 'LINK', 'SEARCH') },
)

/** What may stand in a request line: no space and no control character, and else anything of latin1. */
const visible = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
})

const types = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  '',
)

const headers = fc.record(
  {
    'Content-Type': types,
    Accept: fc.oneof(fc.constantFrom('*/*', 'text/markdown', 'application/json;q=2', ';;,'), visible),
    Cookie: visible,
    'If-Match': fc.oneof(fc.constantFrom('*', '"v1"', '"v99999999999999999999"', 'W/"v1"', '""'), visible),
    'If-None-Match': fc.oneof(fc.constantFrom('*', '"a", W/"b"'), visible),
    'Last-Event-ID': visible,
    Range: fc.constantFrom('bytes=0-', 'bytes=5-1', 'x'),
    Origin: fc.constantFrom('null', 'https://elsewhere.example', 'x'),
    'Sec-Fetch-Site': fc.constantFrom('cross-site', 'same-site', 'x'),
    'X-Forwarded-For': fc.oneof(fc.constantFrom('::1', '1.2.3.4, x', ',,'), visible),
    'X-Forwarded-Proto': fc.constantFrom('https', 'x,y'),
    'Accept-Encoding': fc.constantFrom('br', 'gzip;q=0', '*;q=x'),
    'User-Agent': visible,
  },
  { requiredKeys: [] },
)

const bodies = fc.oneof(
  { weight: 4, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: sizes.map((size) => `{"a":"${'x'.repeat(size)}"}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '['.repeat(20_000),
      '{"a":'.repeat(20_000),
      '{"__proto__":{"a":1}}',
      '\uFEFF{}',
    ),
  },
)

/** Requests that nobody in their right mind would send; half of them go where a route is. */
export function wildRequests(paths: string[]): fc.Arbitrary<Raw> {
  const known = fc
    .tuple(fc.constantFrom(...paths, '/', '/docs', '/login', '/search', '/healthz'), visible)
    .map(([path, piece]) => path.replace(/\{\w+\}/g, piece || 'x'))
  const unknown = fc
    .tuple(fc.constantFrom('/', '/api/', '/api/v1/', '/docs/', '/share/'), visible)
    .map((parts) => parts.join(''))
  const query = fc.option(visible, { nil: '' }).map((text) => (text ? `?${text}` : ''))
  return fc
    .tuple(
      methods,
      fc.oneof({ weight: 2, arbitrary: known }, unknown),
      query,
      headers,
      fc.option(bodies, { nil: undefined }),
    )
    .map(([method, path, search, given, body]) => ({
      method,
      target: path + search,
      headers: given,
      ...(body === undefined || /^(GET|HEAD)$/.test(method) ? {} : { body }),
    }))
}

const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    1e308,
    2 ** 53,
    '',
    [],
    {},
    '\0',
    '\ud800',
    '%00',
    '../../x',
    "' or 1=1 --",
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 2 }),
  sizes.filter((size) => size < 400_000).map((size) => 'x'.repeat(size)),
)

/** The places in a value: each object, list, text and number in it, the whole included. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

/** The value with one to three of its parts replaced, taken out, or with something put beside them. */
export function mutate(value: unknown): fc.Arbitrary<unknown> {
  const change = fc.tuple(
    fc.constantFrom(...placesIn(value)),
    fc.constantFrom('replace', 'remove', 'add'),
    values,
  )
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const holder = { value: structuredClone(value) as unknown }
    // A value of its own for each place: put into itself, it would be no JSON.
    for (const [path, how, other] of changes) apply(holder, ['value', ...path], how, structuredClone(other))
    return holder.value
  })
}

function apply(root: object, path: (string | number)[], how: string, other: unknown) {
  let node = root as Record<string, unknown>
  for (const key of path.slice(0, -1)) {
    const inner = node[key]
    if (typeof inner !== 'object' || inner === null) return
    node = inner as Record<string, unknown>
  }
  const key = path.at(-1)!
  if (how === 'replace') node[key] = other
  else if (how === 'remove' && path.length > 1) delete node[key]
  else if (typeof node[key] === 'object' && node[key]) (node[key] as Record<string, unknown>).more = other
}
