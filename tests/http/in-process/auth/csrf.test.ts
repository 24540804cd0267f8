import { expect, test } from 'vitest'
import { checkCsrf, isCrossOrigin } from '#app/http/auth/csrf.server.ts'

const plain = { siteUrl: 'http://127.0.0.1:3000', secure: false }
const encrypted = { siteUrl: 'https://bots.example', secure: true }

test.each([
  [plain, '127.0.0.1:3000', 'http://127.0.0.1:3000', false],
  [plain, 'localhost:3000', 'http://localhost:3000', false],
  [plain, 'localhost:3000', 'http://127.0.0.1:3000', false],
  [plain, 'LOCALHOST:80', 'http://localhost', false],
  [plain, 'localhost:3000', 'https://localhost:3000', true],
  [plain, '127.0.0.1:3000', 'https://127.0.0.1:3000', true],
  [plain, '127.0.0.1:3000', 'http://127.0.0.1:3001', true],
  [plain, '127.0.0.1:3000', 'http://evil.example', true],
  [plain, '127.0.0.1:3000', 'null', true],
  [plain, '127.0.0.1:3000', '', true],
  [plain, null, 'http://', true],
  [encrypted, 'bots.example', 'https://bots.example', false],
  [encrypted, '127.0.0.1:3000', 'https://bots.example', false],
  [encrypted, 'www.bots.example:443', 'https://www.bots.example', false],
  [encrypted, 'bots.example', 'http://bots.example', true],
  [encrypted, '127.0.0.1:3000', 'http://127.0.0.1:3000', true],
  [encrypted, 'bots.example', 'https://bots.example.evil.example', true],
  [{ ...plain, secure: true }, '127.0.0.1:3000', 'http://127.0.0.1:3000', true],
])('$0.siteUrl at Host $1: the Origin $2 is foreign: $3', (site, host, origin, expected) => {
  expect(isCrossOrigin(origin, { ...site, host })).toBe(expected)
})

test('a write to an https site is refused from its http page and allowed from its own', () => {
  const write = (Origin: string) => () =>
    checkCsrf(
      new Request('http://bots.example/profile', {
        method: 'POST',
        headers: { Origin, Host: 'bots.example' },
      }),
      encrypted,
    )
  expect(write('http://bots.example')).toThrow(/another site/)
  expect(write('')).toThrow(/another site/)
  expect(write('https://bots.example')).not.toThrow()
})
