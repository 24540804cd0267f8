import { expect, test } from 'vitest'
import { client, json, signUp } from '#tests/support/http/client.ts'
import { startServer, temporaryFolder } from '#tests/support/http/server.ts'
import { node24, tree } from '#tests/support/http/node24.js'

test('the built server runs on Node 24: pages, Markdown, accounts, the database', async () => {
  const folder = await temporaryFolder()
  const { url, stop } = await startServer({ DATA_DIR: folder.path, TRUST_PROXY: '1' }, node24, tree)
  const server = { name: 'Node 24', url, env: {}, setup: '' }
  const get = client(server)
  expect((await get('/')).status).toBe(200)
  expect(
    (await get('/docs/markdown', { headers: { Accept: 'text/markdown' } })).headers.get('Content-Type'),
  ).toMatch(/^text\/markdown/)
  const { email, password } = await signUp(server)
  expect((await get('/api/auth/login', json({ email, password }))).status).toBe(200)
  expect((await get('/api/v1/stats')).status).toBe(401)
  expect(await stop()).toBe(0)
  await folder.remove()
})
