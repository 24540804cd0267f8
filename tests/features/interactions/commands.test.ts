import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interactionTester } from '#tests/support/discord/interactions.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aWrittenCommand, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { grace, used } from '#tests/support/discord/payloads.ts'

const silent = { parse: [] }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const { answer, told, eventsOf } = interactionTester(() => it)

  test('templates know who asks, where, and what came with the command', async () => {
    const { id } = await aGuild(it)
    const content =
      '{user.name} {user.display_name} {user.tag} {guild.name} #{channel.name} {option.who} {option.who.mention} {option.who.name} {option.role.mention} {option.where.mention} {option.where.name} {option.file.name}'
    await aWrittenCommand(it, id, { response: { content } })
    const options = [
      { name: 'who', type: 9, value: grace.id },
      { name: 'role', type: 8, value: '400000000000000001' },
      { name: 'where', type: 7, value: '300000000000000002' },
      { name: 'file', type: 11, value: '5' },
    ]
    const resolved = {
      users: { [grace.id]: grace },
      roles: { '400000000000000001': { id: '400000000000000001', name: 'Member' } },
      channels: { '300000000000000002': { id: '300000000000000002', name: 'help', type: 0 } },
      attachments: { '5': { id: '5', filename: 'a.png', url: 'https://cdn.example/a.png', size: 1 } },
    }
    expect(await told(used(id, { options, resolved }))).toEqual({
      content: `Ada Countess ada A guild #general ${grace.id} <@${grace.id}> Grace <@&400000000000000001> <#300000000000000002> help a.png`,
      allowed_mentions: silent,
    })
  })

  test('options of a sub-command in a group are found, and the event says which it was', async () => {
    const { id } = await aGuild(it)
    const reason = { type: 3, name: 'reason', description: 'Why' }
    const add = { type: 1, name: 'add', description: 'Adds', options: [reason] }
    const options = [{ type: 2, name: 'role', description: 'Roles', options: [add] }]
    await aWrittenCommand(it, id, {
      options,
      response: { content: '{option.reason}: {event.data.subcommand}' },
    })
    const given = [{ name: 'reason', type: 3, value: 'because' }]
    const asked = used(id, {
      options: [{ name: 'role', type: 2, options: [{ name: 'add', type: 1, options: given }] }],
    })
    expect((await told(asked))?.content).toBe('because: role add')
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'COMMAND_USE',
        data: { command: 'hello', subcommand: 'role add', options: { reason: 'because' } },
      },
    ])
  })

  test('a command on a user and one on a message know their target', async () => {
    const { id } = await aGuild(it)
    await aWrittenCommand(it, id, {
      name: 'Wave',
      type: 2,
      description: '',
      response: { content: '{target.mention} {target.name} {target.display_name}' },
    })
    await aWrittenCommand(it, id, {
      name: 'Quote',
      type: 3,
      description: '',
      response: { content: '{target.author.name}: {target.content} {target.url}' },
    })
    const resolved = { users: { [grace.id]: grace }, members: { [grace.id]: { nick: 'Admiral' } } }
    const wave = used(id, { name: 'Wave', type: 2, target_id: grace.id, resolved })
    expect((await told(wave))?.content).toBe(`<@${grace.id}> Grace Admiral`)
    const said = { id: '77', channel_id: '88', content: '{user.id}', author: grace }
    const quote = used(id, {
      name: 'Quote',
      type: 3,
      target_id: '77',
      resolved: { messages: { '77': said } },
    })
    expect((await told(quote))?.content).toBe(`Grace: {user.id} https://discord.com/channels/${id}/88/77`)
    const byTarget = (await eventsOf(id)).toSorted((one, other) =>
      other.target!.id.localeCompare(one.target!.id),
    )
    expect(byTarget).toMatchObject([
      { target: { id: grace.id, kind: 'user', name: 'Grace' } },
      {
        target: { id: '77', kind: 'message' },
        data: { message: { content: '{user.id}', author_id: grace.id } },
      },
    ])
  })

  test('commands of one name and of different types are different commands', async () => {
    const { id } = await aGuild(it)
    await aWrittenCommand(it, id, { response: { content: 'typed' } })
    await aWrittenCommand(it, id, { type: 2, description: '', response: { content: 'on a user' } })
    expect((await told(used(id)))?.content).toBe('typed')
    expect((await told(used(id, { type: 2, target_id: grace.id })))?.content).toBe('on a user')
  })

  test('whom the command names may be mentioned, and its controls stand in rows of five', async () => {
    const { id } = await aGuild(it)
    const button = (n: number) => ({ kind: 'button' as const, id: `b${n}`, label: `B${n}` })
    const wave = 'wave:500000000000000001'
    const select = { kind: 'select' as const, id: 's', options: [{ label: 'A', value: 'a', emoji: wave }] }
    const link = { kind: 'link' as const, label: 'Docs', url: 'https://example.com' }
    const command = await aWrittenCommand(it, id, {
      allowed_mentions: ['users'],
      components: [{ ...button(1), emoji: '👍' }, button(2), select, button(3), button(4), link, button(5)],
    })
    const data = (await told(used(id)))!
    expect(data.allowed_mentions).toEqual({ parse: ['users'] })
    const rows = data.components as { type: number; components: { custom_id?: string; url?: string }[] }[]
    expect(
      rows.map((row) => row.components.map((one) => one.custom_id?.split(':').at(-1) ?? one.url)),
    ).toEqual([['b1', 'b2', 'b3', 'b4', 'https://example.com'], ['s'], ['b5']])
    expect(rows[0]!.components[0]).toEqual({
      type: 2,
      style: 2,
      label: 'B1',
      emoji: { name: '👍' },
      custom_id: `1:control:${command.id}:b1`,
    })
    expect(rows[1]!.components[0]).toMatchObject({
      type: 3,
      options: [{ label: 'A', value: 'a', emoji: { id: '500000000000000001', name: 'wave' } }],
    })
  })

  test('what somebody typed is kept with the event as far as an event holds it', async () => {
    const { id } = await aGuild(it)
    await aWrittenCommand(it, id)
    const options = Array.from({ length: 25 }, (_, index) => ({
      name: `o${index}`,
      type: 3,
      value: '"'.repeat(6000),
    }))
    await answer(used(id, { options }))
    const [event] = await eventsOf(id)
    expect(Object.keys(event!.data.options as object)).toHaveLength(25)
    expect(JSON.stringify(event!.data).length).toBeLessThanOrEqual(16_384)
  })
})
