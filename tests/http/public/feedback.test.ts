import { inject, expect, test } from 'vitest'
import { client, json, signInAs } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const ask = client(server)
const path = '/docs/markdown'

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ask('/feedback', { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
const votes = async () => {
  const Cookie = await signInAs(server, 'editor')
  return /Helpful: (\d+)\. Not helpful: (\d+)\./.exec(
    await (await ask('/admin/content/doc/file:markdown', { headers: { Cookie } })).text(),
  )
}

test('an entry has the form, and its Markdown and other pages do not', async () => {
  const html = await (await ask(path, { headers: { Accept: 'text/html' } })).text()
  expect(html).toContain('action="/feedback"')
  expect(html).toContain('Was this page helpful?')
  expect(await (await ask(path, { headers: { Accept: 'text/markdown' } })).text()).not.toContain('helpful?')
  expect(await (await ask('/search')).text()).not.toContain('action="/feedback"')
})

test('a vote redirects to a page for a comment, and the page cache stays as it is', async () => {
  const before = await (await ask(path)).text()
  const voted = await post({ path, helpful: 'no' })
  expect([voted.status, voted.headers.get('Location')]).toEqual([
    303,
    '/feedback?path=%2Fdocs%2Fmarkdown&helpful=no',
  ])
  expect(voted.headers.get('Set-Cookie')).toBeNull()
  const thanks = await ask(voted.headers.get('Location')!)
  expect(thanks.headers.get('Cache-Control')).toBe('no-cache')
  expect(await thanks.text()).toMatch(/Thank you for your feedback.*name="comment"/s)
  const commented = await post({ path, helpful: 'no', step: 'comment', comment: '<b>Too short</b>' })
  expect(commented.headers.get('Location')).toContain('sent=')
  expect(await (await ask(commented.headers.get('Location')!)).text()).toContain('Your comment was sent')
  expect(await (await ask(path)).text()).toBe(before)
  expect(await (await ask('/feedback')).text()).not.toContain('name="comment"')
  const Cookie = await signInAs(server, 'editor')
  const editor = await (await ask('/admin/content/doc/file:markdown', { headers: { Cookie } })).text()
  expect(editor).toContain('&lt;b&gt;Too short&lt;/b&gt;')
  expect(editor).not.toContain('<b>Too short')
})

test('votes of other sites, traps and unknown pages are not counted', async () => {
  const before = (await votes())?.slice(1)
  expect((await post({ path, helpful: 'yes' }, { Origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({ path, helpful: 'yes', website: 'https://spam.example' })).status).toBe(303)
  expect((await post({ path: '/nothing', helpful: 'yes' })).status).toBe(404)
  expect((await post({ path, helpful: 'maybe' })).status).toBe(400)
  expect((await votes())?.slice(1)).toEqual(before)
})

test('an agent sends feedback as JSON, and editors see it with the readers', async () => {
  const sent = { path, helpful: false, reason: 'missing', comment: `Which header? ${Date.now()}` }
  const response = await ask('/api/feedback', json(sent))
  expect([response.status, await response.json()]).toMatchObject([
    201,
    { feedback: { path, helpful: false } },
  ])
  expect((await ask('/api/feedback', json({ ...sent, path: '/nothing' }))).status).toBe(404)
  expect((await ask('/api/feedback', json({ ...sent, reason: 'boring' }))).status).toBe(400)
  const Cookie = await signInAs(server, 'editor')
  const room = await (await ask('/admin/readers', { headers: { Cookie } })).text()
  expect(room).toContain(sent.comment)
  const id = new RegExp(`${sent.comment.replace('?', '\\?')}.*?name="id" value="(\\w+)"`, 's').exec(room)![1]!
  const body = new URLSearchParams({ intent: 'delete_comment', id })
  expect(
    (await ask('/admin/readers', { method: 'POST', body, headers: { Cookie }, redirect: 'manual' })).status,
  ).toBe(302)
  expect(await (await ask('/admin/readers', { headers: { Cookie } })).text()).not.toContain(sent.comment)
})

test('a question whose document exists opens the document, with a notice', async () => {
  const Cookie = await signInAs(server, 'editor')
  const body = new URLSearchParams({ intent: 'draft', question: `Where is ${Date.now()}?` })
  const draft = async () => {
    const sent = await ask('/admin/readers', {
      method: 'POST',
      body,
      headers: { Cookie },
      redirect: 'manual',
    })
    return sent.headers.get('Location')!
  }
  const made = await draft()
  expect(await draft()).toBe(`${made}?done=existing`)
  const [fresh, existing] = await Promise.all(
    ['', '?done=existing'].map(async (search) => (await ask(made + search, { headers: { Cookie } })).text()),
  )
  const notice = 'A document with this title already exists.'
  expect([fresh!.includes(notice), existing!.includes(notice)]).toEqual([false, true])
})
