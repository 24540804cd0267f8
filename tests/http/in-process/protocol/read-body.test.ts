import { expect, test } from 'vitest'
import { Invalid } from '#app/errors.ts'
import { parseFields, readBytes, readForm } from '#app/http/protocol/read-body.server.ts'

test('a body that ends early is a fault of the client', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  await expect(readBytes(new Request('http://localhost/', init), 100)).rejects.toThrow(Invalid)
})

test('a form has at most 1,000 fields, which are counted before they are parsed', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=`).join('&')
  expect(Object.keys(parseFields(Buffer.from(fields(1_000))))).toHaveLength(1_000)
  expect(() => parseFields(Buffer.from(fields(1_001)))).toThrow(Invalid)
  expect(() => parseFields(Buffer.from('&'.repeat(1_000_000)))).toThrow('at most 1,000 fields')
  const urlencoded = new URLSearchParams(fields(1_001))
  const multipart = new FormData()
  for (const name of urlencoded.keys()) multipart.append(name, '')
  for (const body of [urlencoded, multipart])
    await expect(readForm(new Request('http://localhost/', { method: 'POST', body }))).rejects.toThrow(
      'at most 1,000 fields',
    )
})
