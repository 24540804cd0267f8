/** The part of claim 2 that goes through every operation of the API and every form. */
import { mutate, rawJson } from '#tests/attack/hostile/values.js'
import { dryRun, forms } from '#tests/attack/hostile/requests.js'
import { guildA } from '#tests/attack/support/two-guilds.js'

/** @typedef {import('#tests/attack/support/http.js').Client} Client */

const demo = {
  guildId: guildA,
  automation: '01JDEM00000000000000000001',
  job: '01JDEM000000000000000J0009',
}

/**
 * Creates the calls: each sends one request and judges its response.
 * @param {object} setup
 * @param {any} setup.description the OpenAPI document
 * @param {import('#tests/attack/hostile-input.js').Judge} setup.judge
 * @param {import('#tests/attack/support/server.js').Person} setup.owner
 * @param {Client} setup.spare
 * @param {Client} setup.anonymous
 * @param {import('#tests/attack/support/random.js').Random} setup.random
 * @param {string} setup.url
 */
export function createCalls({ description, judge, owner, spare, anonymous, random, url }) {
  /** @type {{method: string, path: string, example: any, parameters: any[]}[]} */
  const operations = []
  for (const [path, item] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(/** @type {Record<string, any>} */ (item))) {
      const example = operation.requestBody?.content?.['application/json']?.example
      if (!/\/live$|\/stream$|runner\/ws/.test(path))
        operations.push({
          method: method.toUpperCase(),
          path,
          example,
          parameters: operation.parameters ?? [],
        })
    }
  const fill = (/** @type {string} */ path) => {
    const id = path.includes('/jobs/') ? demo.job : path.includes('/users/') ? owner.id : demo.automation
    return path
      .replace('{guildId}', demo.guildId)
      .replace('{type}', 'page')
      .replace('{slug}', 'discord')
      .replace('{provider}', 'github')
      .replace('{n}', '1')
      .replace('{userId}', owner.id)
      .replace('{id}', id)
  }
  /** @type {Record<string, string>} */
  const json = { 'content-type': 'application/json', 'if-match': '"v1"' }
  /** @type {(() => Promise<void>)[]} */
  const tasks = []
  /** @param {Client} who @param {string} kind @param {string} method @param {string} path @param {unknown} [body] */
  const push = (who, kind, method, path, body, headers = json) => {
    const risky = /auth|\/login|\/signup|\/logout|password|verify|invitation|setup|\/profile/i.test(path)
    const asker = who === owner && risky ? spare : who
    tasks.push(async () =>
      judge(kind, [method, path, body], await asker.copy().ask(method, path, body, headers)),
    )
  }

  for (const { method, path, example, parameters } of operations) {
    const filled = fill(path)
    const kind = `${method} ${path}`
    if (example !== undefined) {
      for (const raw of rawJson) push(random.next() < 0.2 ? anonymous : owner, kind, method, filled, raw)
      const base = path.endsWith('/test') ? dryRun : example
      const bodies = mutate(base)
      const budget = /auth|users|invit/.test(path) ? 60 : 220
      // The owner of the attack must keep the account.
      const safe = !/DELETE \/api\/profile|PATCH \/api\/users/.test(kind)
      for (let at = 0; at < Math.min(budget, bodies.length); at += 1)
        push(safe ? owner : anonymous, kind, method, filled, JSON.stringify(random.pick(bodies)))
      push(owner, kind, method, filled, Buffer.from('ff'.repeat(100) + '00', 'hex'))
      push(owner, kind, method, filled, '{}', { ...json, 'content-type': 'application/json; charset=utf-7' })
      push(owner, kind, method, filled, 'a=b', {
        ...json,
        'content-type': 'application/x-www-form-urlencoded',
      })
    }
    if (method === 'GET' || path.includes('{'))
      for (const value of [
        '%00',
        'a%00b',
        '%ff%fe',
        '%ed%a0%80',
        '%',
        '%2e%2e%2f',
        '..%2f..',
        '%7B%7D',
        "'",
        '1e308',
        '-1',
        '9'.repeat(30),
        '99999999999999999999',
        '0'.repeat(5000),
        '__proto__',
        'constructor',
        '%F0%9F%98%80',
        'file:%00',
        'file:..%2f..%2fREADME',
        'file:a:b',
      ]) {
        for (const name of path.match(/\{\w+\}/g) ?? [])
          if (method !== 'DELETE' || name !== '{id}' || value.length > 1)
            push(owner, kind, method, fill(path.replace(name, value)), example && JSON.stringify(example))
        if (method === 'GET')
          for (const { name, in: where } of parameters)
            if (where === 'query') push(owner, kind, method, `${filled}?${name}=${value}`, undefined, {})
      }
    for (const header of [
      'if-match',
      'idempotency-key',
      'agent-tool',
      'confirmation',
      'if-none-match',
      'range',
      'accept',
      'accept-language',
      'last-event-id',
      'authorization',
      'x-forwarded-for',
      'content-type',
      'traceparent',
      'sec-fetch-site',
      'origin',
    ])
      push(
        owner,
        `${kind} ${header}`,
        method === 'DELETE' ? 'GET' : method,
        filled,
        example && JSON.stringify(example),
        {
          ...json,
          [header]: random.pick([
            '"v99999999999999999999"',
            'W/"v1e9"',
            '\xff\xfe',
            'a'.repeat(9000),
            '"'.repeat(50),
            'bytes=9-1',
            '*',
            '9'.repeat(400),
            'v-1',
            '__proto__',
            ',,;;==',
            'Bearer \xff',
            'multipart/form-data; boundary=',
            '-1, 0, 1e99',
          ]),
        },
      )
  }
  for (const page of [
    '/login',
    '/signup',
    '/reset-password',
    '/verify-email',
    '/invitation',
    '/contact',
    '/setup',
    '/profile',
    '/profile/security',
    '/profile/data',
    '/proof',
    '/logout',
    '/admin/users',
    '/admin/users/invitations',
    '/admin/content',
    `/admin/guilds/${demo.guildId}/automations`,
    `/admin/guilds/${demo.guildId}/settings`,
  ])
    for (const [type, body] of forms(random))
      push(random.pick([owner, anonymous]), `form ${page}`, 'POST', page, body, {
        'content-type': type,
        accept: 'text/html',
        origin: url,
      })
  for (const cookie of [
    'session=%00',
    `session=${'a'.repeat(8000)}`,
    'session=%ff; device=%ff',
    'device={}',
    'session=;;;=',
    '__proto__=1',
    `device=${'A'.repeat(300)}`,
  ])
    push(anonymous, 'cookie', 'GET', '/profile', undefined, { cookie })
  return tasks
}
