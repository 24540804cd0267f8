/** Request bodies for claim 2: a dry run, forms and interactions. */
import { mutate, rawJson, texts } from '#tests/attack/hostile/values.js'
import { guildA as guild } from '#tests/attack/support/two-guilds.js'

/** @typedef {import('#tests/attack/support/random.js').Random} Random */

export const dryRun = {
  event: {
    type: 'MESSAGE_CREATE',
    actor: { id: '200000000000000042', name: 'Ada', is_bot: false },
    data: { content: 'hello {user.name}', list: [1, 'a'] },
  },
  definition: {
    trigger: { events: ['MESSAGE_CREATE'], schedule: null },
    conditions: {
      match: 'any',
      rules: [
        { field: 'data.__proto__.content', op: 'matches', value: '(a+)+$' },
        { field: 'data.list', op: 'in', value: [1, 'a'] },
        { field: 'data.content', op: 'gt', value: 3 },
      ],
    },
    actions: [
      {
        id: 'a',
        type: 'SEND_MESSAGE',
        config: {
          channel_id: '300000000000000006',
          content: '{event.data.__proto__} {event.data.constructor.name} {user.mention}',
        },
      },
    ],
    cooldown: { scope: 'user', seconds: 10 },
  },
}

/** Form bodies that are cut off or strange. @param {Random} random */
export function forms(random) {
  /** @type {[string, string][]} */
  const out = []
  const text = random.pick(texts.filter((value) => value.length < 5000))
  for (const body of [
    '',
    'a',
    '%',
    '%ff=%00',
    '__proto__=1&constructor=2',
    'email=a&email=b',
    `email=${encodeURIComponent(Buffer.from(text).toString())}&password=%00`,
    `name=${'a'.repeat(200000)}`,
    '&'.repeat(20000),
    'intent=__proto__&id=%00',
    'token=%00&password=x&name=y',
  ])
    out.push(['application/x-www-form-urlencoded', body])
  for (const body of [
    '',
    '--x',
    '--x\r\n\r\n',
    '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na',
    '--x\r\nContent-Disposition: form-data; name="\u0000"; filename="../a"\r\n\r\n\u0000\r\n--x--',
    `${'--x\r\n'.repeat(5000)}--x--`,
  ])
    out.push(['multipart/form-data; boundary=x', body])
  out.push(['multipart/form-data', 'a'], ['text/plain', 'a=b'], ['\xff', 'a'])
  return out
}

/** Signed interactions: mutated examples of every type, and raw bodies. @param {Random} random @param {any} description the OpenAPI document */
export function interactions(random, description) {
  const { example } =
    description.paths['/api/discord/interactions'].post.requestBody.content['application/json']
  const out = [...rawJson]
  for (const type of [1, 2, 3, 4, 5, 6, -1]) {
    const base = {
      ...example,
      type,
      guild_id: guild,
      data: { ...example.data, name: 'ping', custom_id: 'x:__proto__', values: ['a'] },
    }
    const bodies = mutate(base)
    for (let at = 0; at < 120; at += 1)
      out.push(
        JSON.stringify({
          .../** @type {object} */ (random.pick(bodies)),
          ...(at % 3 ? { id: `i${random.word(12)}` } : {}),
        }),
      )
  }
  /** @type {object[]} */
  let options = [{ name: 'a', type: 1 }]
  for (let depth = 0; depth < 55; depth += 1) options = [{ name: 'a', type: 1, options }]
  out.push(JSON.stringify({ ...example, type: 2, guild_id: guild, data: { name: 'ping', options } }))
  return out
}
