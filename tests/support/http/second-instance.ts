import { openApp } from '#app/app.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { system, type TestApp } from '#tests/support/factories.ts'
import type { Env } from '#tests/support/http/server.ts'

/** The stores of a server that runs, in this process: what is done here happens beside it, as another instance would. */
export type SecondInstance = Pick<TestApp, 'app' | 'ctx' | 'at' | 'close'>

export async function secondInstance(env: Env): Promise<SecondInstance> {
  const app = await openApp(readConfig({ LOG_LEVEL: 'silent', ...env }), { content: false })
  return {
    app,
    ctx: (actor = system) => contextFor(app, actor),
    at() {
      throw new Error('The clock is the server’s.')
    },
    close: () => app.close(),
  }
}
