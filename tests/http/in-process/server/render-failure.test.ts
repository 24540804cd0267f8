import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import handleRequest from '#app/entry.server.tsx'

// Vitest fails the file on an unhandled rejection, which would end the process of a server.
test('a page that fails to render rejects, with no unhandled rejection', async () => {
  const context = { facts: { nonce: 'n' } } as unknown as AppLoadContext
  const rendering = handleRequest(
    new Request('http://localhost/'),
    200,
    new Headers(),
    {} as EntryContext,
    context,
  )
  await expect(rendering).rejects.toThrow(TypeError)
  await setImmediate()
})
