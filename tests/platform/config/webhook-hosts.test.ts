import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'

test('hosts that webhooks may call are kept as addresses have them', () => {
  const WEBHOOK_PRIVATE_HOSTS = ' Localhost:8080, 10.0.0.7,[fd00::1]:9000 ,box:80'
  expect(readConfig({ WEBHOOK_PRIVATE_HOSTS }).webhookPrivateHosts).toEqual([
    'localhost:8080',
    '10.0.0.7',
    '[fd00::1]:9000',
    'box:80',
  ])
})

test.each(['hunter2/', 'hunter2 x', 'http://hunter2', 'hunter2:99999', 'a@hunter2', 'a,hunter2?'])(
  'WEBHOOK_PRIVATE_HOSTS=%s is refused and not repeated',
  (value) => {
    const read = () => readConfig({ WEBHOOK_PRIVATE_HOSTS: value })
    expect(read).toThrow('WEBHOOK_PRIVATE_HOSTS is invalid. Use hosts such as')
    expect(read).not.toThrow('hunter2')
  },
)
