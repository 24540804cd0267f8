import { expect, inject, test } from 'vitest'
import { client, guildWithKey, json, signInAs } from '#tests/support/http/client.ts'

const input = {
  name: 'Welcome',
  enabled: true,
  trigger: { events: ['MEMBER_JOIN'] },
  actions: [{ type: 'SEND_DM', config: { content: 'Hi' }, delay_seconds: 3600 }],
}

const event = { type: 'MEMBER_JOIN', actor: { id: '200000000000000077', name: 'Bela', is_bot: false } }
const runFields = { intent: 'run', try: 'own', event: JSON.stringify(event) }

test('the form runs an enabled automation, and a repeated API call starts one run', async () => {
  const server = inject('servers')[0]!
  const ask = client(server)
  const Cookie = await signInAs(server, 'admin')
  const { guild, key } = await guildWithKey(server, ['--scopes', 'events:write'])
  const api = `/api/guilds/${guild}/automations`
  const create = async (over: object) =>
    (await (await ask(api, json({ ...input, ...over }, { Cookie }))).json()) as { automation: { id: string } }
  const { id } = (await create({})).automation
  const page = `/admin/guilds/${guild}/automations/${id}`
  const post = (path: string) =>
    ask(path, { method: 'POST', headers: { Cookie }, body: new URLSearchParams(runFields) })

  const form = await (await ask(page, { headers: { Cookie } })).text()
  expect(form).toContain('No event that triggers this automation has been recorded yet.')
  expect(form).not.toContain('Run automation')
  const sent = await post(page)
  const noticed = sent.headers.get('Location')!
  expect([sent.status, noticed]).toEqual([302, expect.stringContaining(`${page}?run=`)])
  const runId = new URL(noticed, 'http://localhost').searchParams.get('run')!
  const notice = await (await ask(noticed, { headers: { Cookie } })).text()
  expect(notice).toContain('The automation was started.')
  expect(notice).toContain(`href="${page}/runs/${runId}"`)
  expect(notice).toMatch(/Started <time dateTime="[^"]+"/i)
  const waiting = await (await ask(`${page}/runs/${runId}`, { headers: { Cookie } })).text()
  expect(waiting).toMatch(/Waiting, (<!-- -->)?1 hour later\./)
  const invented = await (await ask(`${page}?run=whatever`, { headers: { Cookie } })).text()
  expect(invented).not.toContain('The automation was started.')

  // The form keeps the event that the page shows, although a newer one arrives.
  const report = (id: string, name: string) =>
    ask('/api/v1/events', {
      ...json(
        {
          events: [
            {
              ...{ id, type: 'MEMBER_JOIN', occurred_at: new Date().toISOString() },
              actor: { id: '200000000000000078', name },
              ...{ target: null, channel: null, data: {} },
            },
          ],
        },
        { Authorization: `Bearer ${key}` },
      ),
    })
  expect((await report('join-1', 'Cleo')).status).toBe(200)
  const shown = await (await ask(page, { headers: { Cookie } })).text()
  expect(shown).toMatch(/name="try" value="recent:join-1"/)
  expect(shown).toContain('Run automation')
  expect((await report('join-2', 'Dora')).status).toBe(200)
  const fields = new URLSearchParams({ intent: 'run', try: 'recent:join-1' })
  const kept = await ask(page, { method: 'POST', headers: { Cookie }, body: fields })
  const ran = new URL(kept.headers.get('Location')!, 'http://localhost').searchParams.get('run')!
  const run = await (await ask(`${api}/${id}/runs/${ran}`, { headers: { Cookie } })).text()
  expect([run.includes('Cleo'), run.includes('Dora')]).toEqual([true, false])
  const unknown = new URLSearchParams({ intent: 'run', try: 'latest' })
  expect((await ask(page, { method: 'POST', headers: { Cookie }, body: unknown })).status).toBe(400)

  const repeat = () =>
    ask(`${api}/${id}/run`, json({ event }, { Cookie, 'Idempotency-Key': `run-now-${id}` }))
  const [first, second] = [await repeat(), await repeat()]
  expect([first.status, second.status, await second.text()]).toEqual([201, 201, await first.text()])
  const location = first.headers.get('Location')!
  expect((await ask(location, { headers: { Cookie } })).status).toBe(200)
  const { total } = (await (await ask(`${api}/${id}/runs`, { headers: { Cookie } })).json()) as {
    total: number
  }
  // Both events ran it too.
  expect(total).toBe(5)

  const off = (await create({ name: 'Off', enabled: false })).automation
  const refused = await post(`/admin/guilds/${guild}/automations/${off.id}`)
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('This automation is disabled.'),
  ])

  const settings = json({ settings: { modules: { automations: false } } }, { Cookie, 'If-Match': '"v0"' })
  expect((await ask(`/api/guilds/${guild}/settings`, { ...settings, method: 'PUT' })).status).toBe(200)
  const prevented = await (await ask(page, { headers: { Cookie } })).text()
  expect(prevented).toContain('Enable the “Automations” module first.')
  expect(prevented).not.toContain('Run automation')
})
