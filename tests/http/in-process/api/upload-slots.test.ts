import { expect, test } from 'vitest'
import { readMultipartForm } from '#app/http/protocol/upload.server.ts'
import { refusalOf } from '#tests/support/factories.ts'

const text = '--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\nA\r\n--x--\r\n'

/** Starts an upload of a caller. `end` sends its body. */
function upload(caller: string) {
  let end!: () => void
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      end = () => {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      }
    },
  })
  const init = { method: 'POST', body, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }
  const request = new Request('http://localhost/', { ...init, duplex: 'half' } as RequestInit)
  return { end, form: readMultipartForm(request, { most: 1_000, caller }) }
}

test('slow uploads of one caller do not block those of others', async () => {
  const slow = ['ada', 'ada', 'bob'].map(upload)
  expect(await refusalOf(() => upload('ada').form)).toMatchObject({
    status: 503,
    message: 'Your previous uploads are still in progress. Try again soon.',
    headers: { 'Retry-After': '5' },
  })
  const others = ['bob', 'cem', 'cem', 'dan', 'dan'].map(upload)
  expect((await refusalOf(() => upload('eve').form)).message).toMatch(/^Too many uploads/)
  slow[0]!.end()
  expect(await slow[0]!.form).toEqual({ files: [], values: { alt: 'A' } })
  const next = upload('ada')
  for (const { end } of [...slow.slice(1), ...others, next]) end()
  expect(await next.form).toMatchObject({ values: { alt: 'A' } })
  await Promise.all([...slow, ...others].map(({ form }) => form))
})
