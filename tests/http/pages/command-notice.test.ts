import { expect, inject, test } from 'vitest'
import { client, guildWithKey, signInAs } from '#tests/support/http/client.ts'

const fields = {
  intent: 'save',
  type: '1',
  name: 'faq',
  description: 'Explains a topic',
  enabled: 'yes',
  audience: 'everyone',
  'contexts.0': 'yes',
  cooldown_seconds: '0',
  'response.type': 'embed',
  'response.content': '',
  'response.embed': '{"title":"Answer: {option.topik}"}',
  options: '[{"type":3,"name":"topic","description":"A topic","required":true}]',
  actions: '[]',
  components: '[]',
  modal: 'null',
}

test('the notice after saving a command lists unknown placeholders', async () => {
  const server = inject('servers')[0]!
  const headers = { Cookie: await signInAs(server, 'admin') }
  const { guild } = await guildWithKey(server)
  const noticeAfter = async (path: string, over: object) => {
    const body = new URLSearchParams({ ...fields, ...over })
    const saved = await client(server)(path, { method: 'POST', headers, body })
    expect(saved.status).toBe(302)
    const page = saved.headers.get('Location')!
    return { page, html: await (await client(server)(page, { headers })).text() }
  }
  const { page, html } = await noticeAfter(`/admin/guilds/${guild}/commands/new`, {})
  expect(html).toContain('The command was created. 1 placeholder is unknown.')
  expect(html).toContain('{option.topik} is not a placeholder here, so it is sent as it is.')
  const fixed = { version: '1', 'response.embed': '{"title":"Answer: {option.topic}"}' }
  const after = await noticeAfter(page.replace(/\?.*/, ''), fixed)
  expect(after.html).toContain('The command was saved.')
  expect(after.html).not.toContain('is not a placeholder')
})
