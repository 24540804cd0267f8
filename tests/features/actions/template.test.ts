import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventFacts } from '#app/features/actions/event-facts.ts'
import { fillAction, fillEmbed } from '#app/features/actions/fill-action.ts'
import { buildMessage } from '#app/features/commands/message.ts'
import { fillTemplate, fillTemplates } from '#app/features/actions/template.ts'
import { truncate } from '#app/primitives/text.ts'
import { aPerson, anEvent } from '#tests/support/factories.ts'
import { tries } from '#tests/support/depth.ts'

const facts = (entries: Record<string, string | number | boolean>) => new Map(Object.entries(entries))
const guild_id = '100000000000000001'

/** Made once, for it takes a second to make. */
const graphemes = fc.string({ unit: 'grapheme' })

test('names are filled in, and those that stand for nothing stay as they are', () => {
  const known = facts({ 'option.n': 7, 'option.yes': false, 'option.it’s-größe': 'x', empty: '' })
  const template =
    '{option.n} {option.yes} {option.it’s-größe} <{empty}> {constructor} {user.email} {} { {a b} {{option.n}}'
  expect(fillTemplate(template, known, 2000)).toBe('7 false x <> {constructor} {user.email} {} { {a b} {7}')
})

test('what is put in is never read as a template, whatever it holds', () => {
  const templates = fc.constantFrom(
    '{a}',
    '{b}',
    '{user.mention}',
    '$&',
    '$1',
    '{',
    '}',
    '{{a}}',
    '@everyone',
  )
  const value = fc.array(fc.oneof(templates, fc.string()), { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(fillTemplate('<{a}|{b}>', facts({ a, b, 'user.mention': '<@1>' }), 10_000)).toBe(`<${a}|${b}>`)
    }),
    tries(),
  )
})

test('a result is never longer than asked, and no character is cut in half', () => {
  fc.assert(
    fc.property(graphemes, graphemes, fc.nat(40), (text, value, most) => {
      for (const result of [truncate(text, most), fillTemplate(`{a}${text}{a}`, facts({ a: value }), most)]) {
        expect(result.length).toBeLessThanOrEqual(most)
        expect(() => encodeURIComponent(result)).not.toThrow()
      }
    }),
    tries(),
  )
  expect(fillTemplate('{a}'.repeat(600), facts({ a: 'x'.repeat(100_000) }), 2000)).toBe('x'.repeat(2000))
  expect(truncate('ab😀', 3)).toBe('ab')
})

test('all texts of a value are filled in, names of fields are not', () => {
  const value = { '{a}': ['{a}', 1, null, { deep: 'x{a}' }] }
  expect(fillTemplates(value, facts({ a: '!' }), 100)).toEqual({ '{a}': ['!', 1, null, { deep: 'x!' }] })
})

test('an event says who, where, whom, and each of its values', () => {
  const event = anEvent({
    guild_id,
    actor: aPerson('100'),
    target: { id: '200', kind: 'role', name: 'Member' },
    data: { content: '{user.id}', list: ['a', 'b'], nested: { deep: { n: 1 } }, none: null },
  })
  const names =
    '{user.name} {user.mention} {channel.mention} {guild.id} {target.mention} {event.type} {event.data.content} {event.data.list.1} {event.data.nested.deep.n} {event.data.none} {event.data}'
  expect(fillTemplate(names, eventFacts(event), 2000)).toBe(
    `person 100 <@100> <#500> ${guild_id} <@&200> MESSAGE_CREATE {user.id} b 1 {event.data.none} {event.data}`,
  )
})

test('of an event as deep or as wide as it may be, a bounded part has a name', () => {
  let deep: object = { end: 1 }
  for (let level = 0; level < 50; level++) deep = { deep }
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, index]))
  expect(eventFacts(anEvent({ guild_id, data: { deep, ...wide } })).size).toBeLessThanOrEqual(300)
})

test('every text of an embed is filled in within its limit, and empty ones are omitted', () => {
  const long = facts({ a: 'x'.repeat(4000), none: '' })
  const filled = fillEmbed(
    {
      title: '{a}',
      description: 'd{none}',
      url: 'https://example.com/{a}',
      author: { name: '{none}' },
      footer: { text: '{a}', icon_url: 'https://example.com/i.png' },
      fields: [
        { name: '{a}', value: '{a}', inline: true },
        { name: '{none}', value: '{none}' },
      ],
    },
    long,
  )
  expect(filled).toEqual({
    title: 'x'.repeat(256),
    description: 'd',
    url: 'https://example.com/{a}',
    footer: { text: 'x'.repeat(2048), icon_url: 'https://example.com/i.png' },
    fields: [
      { name: 'x'.repeat(256), value: 'x'.repeat(1024), inline: true },
      { name: '\u200b', value: '\u200b' },
    ],
  })
})

test('all texts of an embed together stay within 6000 characters', () => {
  const fields = Array.from({ length: 25 }, () => ({ name: '{a}', value: '{a}' }))
  const filled = fillEmbed({ description: '{a}', fields }, facts({ a: 'x'.repeat(4000) }))!
  const texts = [filled.description!, ...filled.fields!.flatMap(({ name, value }) => [name, value])]
  expect(texts.join('').length).toBeLessThanOrEqual(6000)
  expect(texts.every((text) => text.length > 0)).toBe(true)
})

test('an answer with nothing left to say says so', () => {
  const none = facts({ none: '' })
  const said = { components: [], mentions: [] }
  const answer = { content: 'The response is empty.', allowed_mentions: { parse: [] } }
  expect(buildMessage('c', { ...said, content: ' {none}', embed: null }, none)).toEqual(answer)
  expect(buildMessage('c', { ...said, content: null, embed: { title: '{none}' } }, none)).toEqual(answer)
})

test('of an action its texts are filled in, and neither ids, addresses nor headers', () => {
  const known = facts({ a: 'A' })
  expect(
    fillAction(
      { type: 'SEND_MESSAGE', config: { channel_id: '1', content: '{a}', embed: { title: '{a}' } } },
      known,
    ),
  ).toEqual({ type: 'SEND_MESSAGE', config: { channel_id: '1', content: 'A', embed: { title: 'A' } } })
  const config = { url: 'https://example.com/{a}', headers: { 'X-A': '{a}' }, body: 'say {a}' }
  expect(fillAction({ type: 'CALL_WEBHOOK', config }, known).config).toEqual({ ...config, body: 'say A' })
})

test('a body of JSON stays JSON, whatever is put in', () => {
  fc.assert(
    fc.property(fc.string(), (a) => {
      const { config } = fillAction(
        { type: 'CALL_WEBHOOK', config: { body: '{"text": "<{a}>", "n": 1}' } },
        facts({ a }),
      )
      expect(JSON.parse(config.body as string)).toEqual({ text: `<${a}>`, n: 1 })
    }),
    tries(),
  )
})

test('many long values make a body of JSON only a little longer', () => {
  const fill = (a: string) => {
    const body = JSON.stringify(Array.from({ length: 300 }, () => '{a}'))
    const { config } = fillAction({ type: 'CALL_WEBHOOK', config: { body } }, facts({ a }))
    return { grown: (config.body as string).length - body.length, texts: JSON.parse(config.body as string) }
  }
  for (const a of ['x'.repeat(4_000), '\u0001'.repeat(4_000)]) {
    const { grown, texts } = fill(a)
    expect(grown).toBeLessThanOrEqual(8_000)
    expect(texts).toHaveLength(300)
    expect(texts[0].length).toBeGreaterThan(1_000)
  }
})

test('URLs of an embed can be placeholders, and values that are no URLs are omitted', () => {
  const facts = new Map([
    ['event.data.url', 'https://a.example/x'],
    ['event.data.title', 'no URL'],
  ])
  const url = '{event.data.url}'
  const broken = '{event.data.title}'
  expect(fillEmbed({ title: 'T', url, image: { url }, thumbnail: { url: broken } }, facts)).toEqual({
    title: 'T',
    url: 'https://a.example/x',
    image: { url: 'https://a.example/x' },
  })
  const author = { name: 'A', url: broken, icon_url: 'https://a.example/{event.data.url}' }
  expect(fillEmbed({ author }, facts)).toEqual({
    author: { name: 'A', icon_url: 'https://a.example/{event.data.url}' },
  })
  expect(fillEmbed({ image: { url: broken } }, facts)).toBeNull()
})
