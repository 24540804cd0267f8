import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { createLogger } from '#app/platform/log/log.server.ts'
import { redactSecrets } from '#app/platform/log/redact.ts'

/** What the log wrote, line by line. */
type Level = Parameters<typeof createLogger>[0]['logLevel']
function logged(work: (log: ReturnType<typeof createLogger>) => void, logLevel: Level = 'info') {
  const lines: string[] = []
  work(createLogger({ logLevel }, { write: (line: string) => void lines.push(line) }))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown> & { err: Record<string, unknown> })
}

test.each([
  ['key sgn_live_ab12cd34_hunter2hunter2 is wrong', 'key sgn_live_… is wrong'],
  ['token sgn_run_ab12cd34_hunter2-hunter2', 'token sgn_run_…'],
  ['Authorization: Bearer hunter2hunter2', 'Authorization: Bearer …'],
  ['authorization: bearer hunter2hunter2', 'authorization: bearer …'],
  ['Authorization: Bot hunter2.hunter2.hunter2', 'Authorization: Bot …'],
  ['cannot reach postgres://signpost:hunter2@db/x', 'cannot reach postgres://signpost:…@db/x'],
  ['redis://:hunter2@cache:6379', 'redis://:…@cache:6379'],
  [
    'POST https://discord.com/api/v10/webhooks/12345678901234567/hunter2-hunter2 failed',
    'POST https://discord.com/api/v10/webhooks/12345678901234567/… failed',
  ],
  ['/interactions/12345678901234567/hunter2hunter2/callback', '/interactions/12345678901234567/…/callback'],
  ['GET /verify-email?token=hunter2&next=/', 'GET /verify-email?token=…&next=/'],
  ['/preview/hunter2.hunter2', '/preview/…'],
  ['/Preview//hunter2~x/', '/Preview//…/'],
  ['/x%2Fpreview%2Fhunter2', '/x%2Fpreview%2F…'],
  ['No route matches URL "/preview/hunter2.md"', 'No route matches URL "/preview/…"'],
  ['https://a.example/setup?token=hunter2', 'https://a.example/setup?token=…'],
  [
    '/login?redirect_to=%2Freset-password%3Ftoken%3Dhunter2',
    '/login?redirect_to=%2Freset-password%3Ftoken%3D…',
  ],
  ['/login?redirect_to=%252Fpreview%252Fhunter2', '/login?redirect_to=%252Fpreview%252F…'],
  ['/verify-email/hunter2 and /reset-password/hunter2', '/verify-email/… and /reset-password/…'],
  ['/callback?access_token=hunter2&x=1', '/callback?access_token=…&x=1'],
  ['/docs/preview-links', '/docs/preview-links'],
  ['the column "email" of table users', 'the column "email" of table users'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('%s is written as %s', (text, written) => {
  expect(redactSecrets(text)).toBe(written)
})

test('a bot token stands nowhere in what is written', () => {
  const token = ['MTIzNDU2Nzg5MDEyMzQ1Njc4', 'GabcdE', 'x'.repeat(38)].join('.')
  expect(redactSecrets(`the token ${token} is wrong`)).toBe('the token … is wrong')
})

test('an error is logged with its message, code, stack and cause, and nothing else', () => {
  const error = Object.assign(new DatabaseError('duplicate key', 10, 'error'), {
    code: '23505',
    detail: 'Key (email)=(hunter2@example.com) already exists.',
    parameters: ['hunter2'],
    cause: Object.assign(new Error('redis://:hunter2@cache'), { command: { args: ['hunter2'] } }),
  })
  const [line] = logged((log) => log.error({ err: error }, 'failed'))
  expect(JSON.stringify(line)).not.toContain('hunter2')
  expect(line!.err).toMatchObject({
    message: 'duplicate key',
    code: '23505',
    cause: { message: 'redis://:…@cache' },
  })
  expect(line!.err.stack).toContain('log.test.ts')
})

test('what is no error is written as text, and causes that lead in a circle end', () => {
  const circle = new Error('round')
  circle.cause = circle
  const [text, round] = logged((log) => {
    log.error({ err: 'Bearer hunter2hunter2' }, 'a')
    log.error({ err: circle }, 'b')
  })
  expect(text!.err).toEqual({ type: 'string', message: 'Bearer …' })
  expect(round!.err.message).toBe('round')
})

test('no field of a line at any level holds a token of a path or a query', () => {
  const [line] = logged(
    (log) =>
      log.debug(
        {
          path: '/preview/hunter2',
          referer: 'http://localhost:3000/setup?token=hunter2',
          deep: { list: [{ url: '/reset-password?token=hunter2', mail: 'a@b.example' }] },
        },
        'GET /verify-email?token=hunter2',
      ),
    'debug',
  )
  expect(JSON.stringify(line)).not.toContain('hunter2')
  expect(line).toMatchObject({ deep: { list: [{ mail: 'a@b.example' }] } })
})

test('secrets are left out by their names, at the top and one level down', () => {
  const [line] = logged((log) =>
    log.warn(
      { password: 'hunter2', headers: { cookie: 'hunter2', accept: 'text/html' }, token: 'hunter2' },
      'a',
    ),
  )
  expect(JSON.stringify(line)).not.toContain('hunter2')
  expect(line).toMatchObject({ headers: { accept: 'text/html' }, level: 40, msg: 'a' })
})
