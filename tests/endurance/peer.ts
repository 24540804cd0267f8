import fc from 'fast-check'
import { openapiDocument } from '#app/openapi/document.server.ts'
import { anAddress, anEmail, cookieOf, json } from '#tests/support/http/client.ts'
import { callOf } from '#tests/support/api/contract-calls.ts'
import { placesOf, type Placed } from '#tests/support/api/contract.ts'
import { hardFiles, hardMarkdown } from '#tests/support/documents/hostile-documents.ts'
import { hardenJson } from '#tests/support/api/hostile-json.ts'
import { askRaw, type Raw } from '#tests/support/http/raw-request.ts'
import { cliJson, type Env } from '#tests/support/http/server.ts'

/** What a peer sends. `proof` names how it shows who it is: with a session, a key of a guild, or Discord's signature. */
export type Sent = Raw & { proof: 'session' | 'key' | 'signature' }

/** Discord's messages of each type, which the contract has one example of. */
const interactions = [1, 2, 3, 4, 5].map((type) => ({
  ...{ id: '1', type, application_id: '1', token: 'a-token', version: 1, locale: 'en-GB' },
  ...{ channel: { id: '3', name: 'general', type: 0 }, channel_id: '3' },
  member: { user: { id: '2', username: 'ada', global_name: 'Ada' }, roles: [], permissions: '0' },
  message: { id: '5', content: '' },
  data: {
    ...{ id: '6', name: 'hello', type: 1, custom_id: 'x:y', component_type: 2, values: ['a'] },
    options: [{ name: 'text', type: 3, value: 'hello', focused: true }],
    components: [{ type: 1, components: [{ type: 4, custom_id: 'a', value: 'b' }] }],
  },
}))

/** Ends the session, or proves a password in it, of which an account has few attempts. */
const rare = /^(logout|deleteProfile|changePassword|updateUser|closeUserSessions|login|signup)$/
/** Stays open for as long as the client listens. */
const open = /^(watch|follow)|^connectRunner$/

/** Requests with hard bodies, documents, uploads and queries, for a guild and things in it that exist. */
export function hardRequests(guild: string, ids: Record<string, string>): fc.Arbitrary<Sent> {
  const places = placesOf(openapiDocument({ name: 'Signpost', siteUrl: 'https://signpost.test' })).filter(
    ({ id }) => !open.test(id),
  )
  const written = places.filter(({ entry }) => entry.requestBody?.content['application/json'])
  const often = written.filter(({ id }) => !rare.test(id))
  const seldom = written.filter(({ id }) => rare.test(id) && !/^(logout|deleteProfile)$/.test(id))
  const place = (placed: Placed, query: Record<string, string> = {}) => {
    const { path, init } = callOf(placed, {}, { query, every: true })
    const [kind = ''] = /automations|commands|conversations|cms(?=\/\{type\})/.exec(placed.path) ?? []
    const filled =
      kind in ids && placed.path.endsWith('{id}') ? path.replace(/[^/?]+(?=\?|$)/, ids[kind]!) : path
    return {
      method: placed.method,
      target: filled.replace(/(?<=guilds\/|stats\/)\d{17,20}/, guild),
      headers: { ...(init.headers as Record<string, string>), 'Content-Type': 'application/json' },
    }
  }
  const bodies = (list: Placed[]) =>
    fc.constantFrom(...list).chain((placed) => {
      const isSigned = placed.path === '/api/discord/interactions'
      const { example = {} } = placed.entry.requestBody!.content['application/json']!
      const value = isSigned
        ? fc.constantFrom(...interactions.map((one) => ({ ...one, guild_id: guild })))
        : fc.constant(example)
      return fc.tuple(value.chain(hardenJson), fc.uuid()).map(([text, id]) => ({
        ...place(placed),
        body: isSigned ? text.replace('"id":"1"', `"id":"${id}"`) : text,
        proof: isSigned ? ('signature' as const) : ('session' as const),
      }))
    })
  const encoded = fc
    .tuple(bodies(often), fc.constantFrom('utf16le', 'utf16be', 'bom', 'latin1', 'broken'))
    .map(([sent, how]) => ({ ...sent, body: encode(sent.body, how) }))
  const query = fc
    .tuple(
      fc.constantFrom(...places.filter(({ method }) => method === 'GET')),
      fc.constantFrom(
        '',
        '-0',
        '1e400',
        '9'.repeat(400),
        '\0',
        '%00',
        '\ud800',
        '[]',
        '__proto__',
        '2026-99-99',
      ),
      fc.nat(),
      fc.constantFrom<'session' | 'key'>('session', 'key'),
    )
    .map(([placed, value, at, proof]) => {
      const names = placed.entry.parameters?.filter((one) => one.in === 'query') ?? []
      const name = names[at % Math.max(1, names.length)]?.name ?? 'x'
      return { ...place(placed, { [name]: value }), proof }
    })
  return fc.oneof(
    { weight: 40, arbitrary: bodies(often) },
    { weight: 1, arbitrary: bodies(seldom) },
    { weight: 8, arbitrary: encoded },
    { weight: 8, arbitrary: query },
    { weight: 12, arbitrary: documents() },
  )
}

/** Documents as they come to be previewed, written, imported and uploaded. */
function documents(): fc.Arbitrary<Sent> {
  const entry = { slug: 'hostile', title: 'A page', description: 'A page that has a description.' }
  const asJson = { 'Content-Type': 'application/json' }
  const post = (target: string, body: object) => ({
    ...{ method: 'POST', target, headers: asJson, proof: 'session' as const },
    body: JSON.stringify(body),
  })
  return fc.oneof(
    hardMarkdown.map((body) => post('/api/cms/render', { body })),
    fc
      .tuple(hardMarkdown, fc.uuid())
      .map(([body, id]) => post('/api/cms/page', { ...entry, slug: `h-${id}`, body })),
    fc.array(hardFiles, { minLength: 1, maxLength: 3 }).map((texts) => {
      const files = texts.map((text, at) => ({ name: `hostile-${at}.mdx`, text }))
      return post('/api/cms/import', { type: 'page', files })
    }),
    fc.array(hardFiles, { minLength: 1, maxLength: 3 }).map((texts) => ({
      ...{ method: 'POST', target: '/admin/content/import', proof: 'session' as const },
      headers: { 'Content-Type': 'multipart/form-data; boundary=hostile' },
      body: [
        'Content-Disposition: form-data; name="type"\r\n\r\npage',
        ...texts.map(
          (text, at) => `Content-Disposition: form-data; name="file"; filename="h-${at}.mdx"\r\n\r\n${text}`,
        ),
      ]
        .map((part) => `--hostile\r\n${part}\r\n`)
        .join('')
        .concat('--hostile--\r\n'),
    })),
  )
}

function encode(body: string, how: string): Buffer {
  if (how === 'bom') return Buffer.from(`\ufeff${body}`)
  if (how === 'broken') return Buffer.concat([Buffer.from(body), Buffer.from([0xc3, 0x28])])
  if (how === 'latin1') return Buffer.from(body, 'latin1')
  const wide = Buffer.from(`\ufeff${body}`, 'utf16le')
  return how === 'utf16be' ? wide.swap16() : wide
}

/** Makes an owner, and what signs them in. A request may end their session: `ask` signs in again, once, on a 401. */
export async function makePeer(env: Env, url: () => string, proofs: Proofs) {
  const login = { email: anEmail(), password: 'correct horse battery' }
  const account = ['--role', 'owner', '--name', 'Ada', '--email', login.email, '--password', login.password]
  await cliJson(env, ['users', 'create', ...account])
  let cookie = ''
  const signIn = async () => {
    const headers = { 'X-Forwarded-For': anAddress() }
    cookie = cookieOf(await fetch(`${url()}/api/auth/login`, json(login, headers)))
  }
  const send = ({ proof, ...sent }: Sent) => {
    const shown = proof === 'session' ? { Cookie: cookie } : proofs[proof](sent)
    const headers = { ...sent.headers, ...shown, 'X-Forwarded-For': anAddress() }
    return askRaw(url(), { ...sent, headers })
  }
  const ask = async (sent: Sent) => {
    if (!cookie) await signIn()
    const answer = await send(sent)
    const isOut =
      answer.status === 401 || (answer.status === 302 && answer.headers.location?.startsWith('/login'))
    if (!isOut || sent.proof !== 'session') return answer
    await signIn()
    return send(sent)
  }
  const create = async (target: string, body: object): Promise<string> => {
    const headers = { 'Content-Type': 'application/json' }
    const sent = { method: 'POST', target, headers, body: JSON.stringify(body), proof: 'session' as const }
    const { status, body: text } = await ask(sent)
    if (status !== 201) throw new Error(`${status} POST ${target}: ${text.slice(0, 300)}`)
    return (Object.values(JSON.parse(text) as Record<string, { id: string }>)[0] as { id: string }).id
  }
  return { ask, create }
}

export type Proofs = Record<'key' | 'signature', (sent: Raw) => Record<string, string>>
