import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { bearerToken } from '#app/http/auth/bearer.ts'
import { normalizeTarget } from '#app/http/protocol/request-target.server.ts'

/** The target and the host that a request is served with; the message of the refusal otherwise. */
function settled(url: string, rawHeaders: string[] = ['Host', 'a.example'], method = 'GET') {
  const request = { url, method, rawHeaders, headers: { host: rawHeaders[1] } } as IncomingMessage
  const refusal = normalizeTarget(request)
  if (refusal) return [refusal.status, refusal.headers.Connection]
  expect(request.rawHeaders.filter((name) => name === 'Host')).toHaveLength(1)
  expect(request.rawHeaders[request.rawHeaders.indexOf('Host') + 1]).toBe(request.headers.host)
  return [request.url, request.headers.host]
}

test.each([
  ['/x?y', '/x?y', 'a.example'],
  ['http://a.example/x?y', '/x?y', 'a.example'],
  ['http://b.example:81/x', '/x', 'b.example:81'],
  ['https://b.example/x', '/x', 'b.example'],
  ['HTTP://B.example', '/', 'B.example'],
  ['http://b.example?y=http://c.example/', '/?y=http://c.example/', 'b.example'],
  ['http://[::1]:3000//x', '//x', '[::1]:3000'],
])('the target %s is served as %s of %s', (url, path, host) => {
  expect(settled(url)).toEqual([path, host])
})

test.each([
  'x',
  '*',
  '',
  'http:/x',
  'http:///x',
  'http://:80/x',
  'http://user@a.example/x',
  'http://a.example\\@b.example/x',
  'http://a.example/x#y',
  'ftp://a.example/x',
  'a.example:80',
])('the target %j is refused and the connection closed', (url) => {
  expect(settled(url)).toEqual([400, 'close'])
})

test('a request for the whole server is taken with OPTIONS alone', () => {
  expect(settled('*', ['Host', 'a.example'], 'OPTIONS')).toEqual(['*', 'a.example'])
})

test.each([
  [['Host', 'a.example', 'host', 'a.example']],
  [['Host', 'a.example', 'X', 'y', 'HOST', 'b.example']],
  [['Host', 'a.example, b.example']],
  [['Host', 'a.example/x']],
  [['Host', 'user@a.example']],
  [['Host', 'a b']],
])('the headers %j are refused in both forms of a target', (rawHeaders) => {
  expect(settled('/x', [...rawHeaders])).toEqual([400, 'close'])
  expect(settled('http://a.example/x', [...rawHeaders])).toEqual([400, 'close'])
})

test('the absolute form names the host where a client of HTTP/1.0 sends none', () => {
  expect(settled('http://b.example/x', [])).toEqual(['/x', 'b.example'])
})

test.each([
  ['Bearer KEY', 'KEY'],
  ['bearer    KEY', 'KEY'],
  ['BEARER a.b~c+d/e_f-g==', 'a.b~c+d/e_f-g=='],
  ['Bearer KEY KEY', null],
  ['Bearer KEY, Bearer KEY', null],
  ['Bearer KEY,KEY', null],
  ['Bearer\tKEY', null],
  ['Bearer', null],
  ['BearerKEY', null],
  ['Basic KEY', null],
  [null, null],
])('the header %j shows the token %j', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})
