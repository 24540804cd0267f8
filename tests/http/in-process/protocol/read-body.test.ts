import { expect, test } from 'vitest'
import { Invalid } from '#app/errors.ts'
import { readBytes } from '#app/http/protocol/read-body.server.ts'

test('a body that ends early is a fault of the client', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  await expect(readBytes(new Request('http://localhost/', init), 100)).rejects.toThrow(Invalid)
})
