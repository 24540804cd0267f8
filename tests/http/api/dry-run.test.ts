import { describe, expect, test } from 'vitest'
import type { DryRun } from '#app/features/automations/dry-run.ts'
import {
  oneServer,
  anAddress,
  client,
  guildWithKey,
  json,
  signInAs,
  type ErrorBody,
} from '#tests/support/http/client.ts'

const automation = {
  name: 'Greets',
  trigger: { events: ['MEMBER_JOIN'] },
  actions: [
    {
      id: 'a',
      type: 'SEND_MESSAGE',
      config: { channel_id: '300000000000000001', content: 'Hi {user.name}' },
    },
  ],
}

describe.each(oneServer())('on $name', (server) => {
  test('a dry run over HTTP uses the body, and names an invalid field', async () => {
    const Cookie = await signInAs(server, 'admin')
    const { guild } = await guildWithKey(server)
    const send = client(server, anAddress())
    const post = (path: string, body: unknown) => send(`/api/guilds/${guild}${path}`, json(body, { Cookie }))
    const made = (await (await post('/automations', automation)).json()) as { automation: { id: string } }
    const path = `/automations/${made.automation.id}/test`

    const sample = await post(path, {})
    expect([sample.status, sample.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect((await sample.json()) as DryRun).toMatchObject({
      automation_id: made.automation.id,
      triggered: true,
      matched: true,
      reason: null,
      actions: [{ id: 'a', would_run: true, config: { content: 'Hi Ada' }, problems: [] }],
    })
    const own = await post(path, { event: { type: 'MEMBER_LEAVE' } })
    expect(await own.json()).toMatchObject({ triggered: false, event: { guild_id: guild, actor: null } })

    const paths = async (body: unknown) => {
      const response = await post(path, body)
      const { issues = [] } = (await response.json()) as ErrorBody
      return [response.status, ...issues.map((issue) => issue.path)]
    }
    expect(await paths({ event: { type: 'RAIN' } })).toEqual([400, 'event.type'])
    expect(await paths({ event: { type: 'MEMBER_JOIN' }, event_id: 'x' })).toEqual([400, 'event_id'])
    expect(await paths({ colour: 1 })).toEqual([400, 'colour'])
    expect(await paths({ event_id: 'nothing' })).toEqual([404])
    expect((await post('/automations/nothing/test', {})).status).toBe(404)
    expect((await send(`/api/guilds/${guild}${path}`, json({}))).status).toBe(401)
  })
})
