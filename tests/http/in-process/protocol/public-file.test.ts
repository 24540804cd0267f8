import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { publicFile } from '#app/http/protocol/public-file.server.ts'
import { createRevisionCache } from '#app/platform/cache/revision-cache.ts'
import { aSite } from '#tests/support/db/content.ts'
import { createMetrics } from '#app/platform/log/metrics.server.ts'

const form = { type: 'text/plain; charset=utf-8', seconds: 300, anyOrigin: true, fromContent: 'a.txt' }

/** A file whose content may change, and how often it was made. */
function aFile() {
  const library = { digest: 'first', site: aSite({ content_signals: 'search=yes, ai-train=no' }) }
  const app = {
    contentIndex: library,
    revisionCache: createRevisionCache(),
    metrics: createMetrics(),
    config: {},
  }
  const facts = { requestId: 'r', address: '127.0.0.1', secure: false, nonce: '' }
  let made = 0
  const get = (init: RequestInit = {}, path = '/a.txt') =>
    publicFile(
      {
        request: new Request(`http://localhost${path}`, init),
        context: { app, facts },
      } as unknown as LoaderFunctionArgs,
      form,
      async () => `${library.digest} made ${++made} times`,
    )
  return { get, change: (digest: string) => void (library.digest = digest) }
}

test('a file made from content is cached, whatever its URL, until the content changes', async () => {
  const { get, change } = aFile()
  const [one, other] = [await get(), await get({ method: 'HEAD' }, '/%61.txt?b=c')]
  expect(await one.text()).toBe('first made 1 times')
  expect(other.headers.get('ETag')).toBe(one.headers.get('ETag'))
  change('second')
  const after = await get({ headers: { 'If-None-Match': one.headers.get('ETag')! } })
  expect([after.status, await after.text()]).toEqual([200, 'second made 2 times'])
})

test('it is sent in the preferred coding, with its own tag and the terms of use', async () => {
  const { get } = aFile()
  const answers = await Promise.all(
    ['br', 'gzip', 'identity'].map((coding) => get({ headers: { 'Accept-Encoding': coding } })),
  )
  expect(answers.map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['br', 'gzip', null])
  expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(3)
  for (const { headers } of answers) {
    expect(headers.get('Vary')).toBe('Accept-Encoding')
    expect(headers.get('Content-Signal')).toBe('search=yes, ai-train=no')
    expect(headers.get('Content-Usage')).toBe('train-ai=n, search=y')
  }
})

test('other methods are refused so that scripts of other sites can read why', async () => {
  const answer = await aFile().get({ method: 'POST' })
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
})
