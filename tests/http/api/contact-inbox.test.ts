import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { oneServer, client, json, signInAs } from '#tests/support/http/client.ts'
import { typed } from '#tests/support/db/contact.ts'

const path = '/api/contact-form-submissions'

describe.each(oneServer())('the inbox on $name', (server) => {
  let Cookie: string
  beforeAll(async () => void (Cookie = await signInAs(server, 'admin')))

  const ask = (address: string, init: RequestInit = {}) =>
    client(server)(address, { ...init, headers: { Cookie, ...(init.headers as Record<string, string>) } })
  const submit = (address: string, fields: Record<string, string>) =>
    ask(address, { method: 'POST', body: new URLSearchParams(fields) })
  async function sent(over: Record<string, string> = {}) {
    const answer = await client(server)(path, json({ ...typed, ...over }))
    return ((await answer.json()) as { submission: { id: string } }).submission.id
  }
  const textOf = async (address: string) => (await ask(address)).text()

  test('over HTTP a message is revealed, marked, taken as a file and deleted', async () => {
    const id = await sent({ subject: '=cmd' })
    const revealed = await ask(`${path}/${id}/reveal`, { method: 'POST' })
    expect([revealed.status, revealed.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(await revealed.json()).toMatchObject({ submission: { id, email: typed.email, masked: false } })
    const change = { ...json({ status: 'resolved', note: 'Done.' }), method: 'PATCH' }
    expect(await (await ask(`${path}/${id}`, change)).json()).toMatchObject({
      submission: { id, status: 'resolved', note: 'Done.', masked: true },
    })
    const wrong = { ...json({ status: 'new', name: 'x' }), method: 'PATCH' }
    expect((await ask(`${path}/${id}`, wrong)).status).toBe(400)
    const file = await ask(`${path}/export?status=resolved`)
    expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
    expect(file.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="signpost-contact-resolved-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const rows = parse(await file.text(), { columns: true }) as {
      id: string
      subject: string
      email: string
    }[]
    expect(rows.find((row) => row.id === id)).toMatchObject({ subject: "'=cmd", email: typed.email })
    expect((await ask(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await ask(`${path}/${id}`, { method: 'DELETE' })).status).toBe(404)
  })

  test('the console shows the sender when it is asked to, and not before or after', async () => {
    const id = await sent()
    const page = `/admin/inbox/${id}`
    expect(await textOf(page)).not.toMatch(/Lovelace|ada@example\.com/)
    const shown = await submit(page, { intent: 'reply' })
    expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const html = await shown.text()
    expect(html).toContain('Ada Lovelace')
    expect(html).toContain('href="mailto:ada@example.com?subject=Re%3A%20A%20key%20for%20our%20server"')
    expect(await textOf(page)).not.toMatch(/Lovelace|mailto:/)
    expect(await textOf('/admin/inbox')).not.toMatch(/Lovelace|ada@example\.com/)
  })

  test('the console marks, notes, and deletes after it was asked twice', async () => {
    const id = await sent()
    const page = `/admin/inbox/${id}`
    const counted = async () =>
      ((await (await ask(path)).json()) as { counts: { unread: number } }).counts.unread
    /** Whether the console shows what the API counts; null if another test sent a message meanwhile. */
    const agree = async () => {
      const before = await counted()
      const shown = />(\d+)<\/span><span class="sr-only"> unread/.exec(await textOf('/admin'))?.[1] ?? 0
      return (await counted()) === before ? Number(shown) === before : null
    }
    await expect.poll(agree).toBe(true)
    expect((await submit(page, { intent: 'resolved' })).headers.get('Location')).toBe(
      `${page}?done=marked&was=unread`,
    )
    await expect.poll(agree).toBe(true)
    await submit(page, { intent: 'note', note: '<b>Call</b> her' })
    const html = await textOf(`${page}?done=noted`)
    expect(html).toContain('&lt;b&gt;Call&lt;/b&gt; her')
    expect(html).toContain('Resolved')
    const unsure = await submit(page, { intent: 'delete' })
    expect([unsure.status, await unsure.text()]).toEqual([
      400,
      expect.stringContaining('Select the checkbox'),
    ])
    const sure = await submit(page, { intent: 'delete', sure: 'yes' })
    expect(sure.headers.get('Location')).toBe('/admin/inbox?done=deleted')
    expect((await ask(page)).status).toBe(404)
  })

  test('the list keeps what it is narrowed by in its address, and pages through it', async () => {
    for (let made = 0; made < 26; made++) await sent({ website: 'x' })
    const first = await textOf('/admin/inbox?status=spam')
    expect(first).toContain(
      'href="/admin/inbox?status=spam" class="place quiet list-tab" aria-current="true"',
    )
    expect(first).toContain('href="/admin/inbox?status=spam&amp;page=2"')
    expect(first).toContain('/export?status=spam')
    expect((await ask('/admin/inbox?status=spam&page=2')).status).toBe(200)
    expect((await ask('/admin/inbox?status=nothing')).status).toBe(400)
  })
})
