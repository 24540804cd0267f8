/** Other spellings of a path, and what of a page must stay the same. */

/** @typedef {import('#tests/attack/support/http.js').Answer} Answer */
/** @typedef {(path: string, headers?: Record<string, string>) => Promise<Answer>} Stranger sends an anonymous GET */

const headersThatMatter = ['content-type', 'cache-control', 'location', 'vary', 'etag']

/** Removes what belongs to one request. @param {Answer} answer */
export function normalize(answer) {
  let text = answer.text
  const policy = String(answer.headers['content-security-policy'] ?? '')
  for (const [, nonce = ''] of policy.matchAll(/'nonce-([^']+)'/g)) text = text.replaceAll(nonce, 'NONCE')
  const id = String(answer.headers['x-request-id'] ?? 'no request id')
  text = text.replaceAll(id, 'REQUEST').replace(/"(generated_at|timestamp)":"[^"]*"/g, '')
  const kept = headersThatMatter.map((name) => `${name}: ${answer.headers[name] ?? ''}`)
  return `${answer.status}\n${kept.join('\n')}\n${text}`
}

/** Every other spelling of a path. @param {string} path @param {string} query @param {import('#tests/attack/support/random.js').Random} random */
export function spellings(path, query, random) {
  const at = 1 + random.integer(Math.max(1, path.length - 1))
  const code = (path.codePointAt(at) ?? 97).toString(16).padStart(2, '0')
  const encoded = `${path.slice(0, at)}%${code}${path.slice(at + 1)}`
  const last = path.slice(path.lastIndexOf('/') + 1)
  const forms = [
    path,
    `${path}.md`,
    `${path}.MD`,
    `${path}.data`,
    `${path}.html`,
    `${path}.json`,
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//${path}.md`,
    path.replace('/', '/./'),
    `/about/..${path}`,
    `${path}/../${last}`,
    `${path}%2f`,
    `${path}/.`,
    `${path}%20`,
    `${path}%00`,
    `${path};a=b`,
    `${path}%3Ftoken=evil`,
    path.toUpperCase(),
    path.toUpperCase() + '.md',
    path[0] + (path[1] ?? '').toUpperCase() + path.slice(2),
    encoded,
    `${encoded}.md`,
    `${path}.md/`,
    `${path}.md.md`,
    `${path}%2emd`,
    `${path}.data.md`,
    `/_root.data`,
  ]
  const queries = [
    '',
    query,
    '?token=evil&redirect_to=/evil',
    `${query || '?a=1'}&token=evil&_data=root&_routes=root`,
    '?%74oken=evil&redirect_to=%2F%2Fevil.example',
    `?_data=routes%2F_index&index`,
  ]
  return forms.flatMap((form) => [...new Set(queries)].map((asked) => form + asked))
}

export const accepts = [
  'text/html',
  'text/markdown',
  '*/*',
  'text/markdown;q=0.9, text/html;q=0.1',
  'application/json',
  'text/x-script',
  'text/html;q=0',
  '',
]
