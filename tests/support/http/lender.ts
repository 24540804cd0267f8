import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sections } from '#app/features/content/schema.ts'
import { dataFolder } from '#tests/support/engines.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import { startServer, type Env } from '#tests/support/http/server.ts'
import { botEnv } from '#tests/mocks/discord-rest.ts'
import { providersEnv } from '#tests/mocks/providers.ts'

type Settings = { env: Env; mocked?: boolean }

/** The page with everything that a text may have, on the server called `services`. */
export const everyElementPage = '/docs/kitchen-sink'

/** Servers with settings that the shared ones do not have, by name. They have a data folder of their own. */
const kinds = {
  /** Mocked sign-in providers, a bot, proof of work for the contact form, and one extra page. */
  services: async (dataDir: string): Promise<Settings> => ({
    env: {
      ...{ ...providersEnv, ...botEnv },
      CHALLENGE_PROVIDER: 'altcha',
      CONTENT_DIR: await contentWithSink(join(dataDir, 'content')),
      TRUST_PROXY: '1',
    },
    mocked: true,
  }),
  /** Serves the browser-tools polyfill, without rate limits, because clients share an address. */
  polyfill: async (): Promise<Settings> => ({
    env: { BROWSER_TOOLS_POLYFILL: 'on', RATE_LIMITS: 'off' },
  }),
}
export type Kind = keyof typeof kinds

async function contentWithSink(folder: string) {
  await cp('content', folder, { recursive: true })
  const head = `---
title: "Kitchen sink"
description: "Everything that a text may have, at once, on one page of the documentation."
updated: "2026-11-21"
section: "${sections[0]}"
order: 999
---

`
  const body = await readFile('tests/support/documents/kitchen-sink.mdx', 'utf8')
  await writeFile(join(folder, `${everyElementPage}.mdx`), head + body)
  return folder
}

/** The lender's response: the server, and whether this request started it. */
export type Lent = { server: Server; isNew: boolean }

/** Starts each kind of server when a worker first asks for it over HTTP, once for all workers. */
export async function openLender() {
  const started = new Map<string, ReturnType<typeof start>>()
  const desk = createServer((request, response) => {
    const kind = request.url!.slice(1) as Kind
    const isNew = !started.has(kind)
    if (isNew) started.set(kind, start(kind))
    started.get(kind)!.then(
      ({ server }) => response.end(JSON.stringify({ server, isNew } satisfies Lent)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(desk.address() as AddressInfo).port}`,
    async stop() {
      desk.close().closeAllConnections()
      const ends = await Promise.allSettled(started.values())
      await Promise.all(ends.map((end) => end.status === 'fulfilled' && end.value.stop()))
    },
  }
}

async function start(name: Kind) {
  const folder = await dataFolder()
  const { env, mocked = false } = await kinds[name](folder.path)
  const server = await startServer({ ...env, DATA_DIR: folder.path }, undefined, undefined, { mocked })
  return {
    server: { name, url: server.url, env: server.env, setup: server.setup ?? '' } satisfies Server,
    stop: () => server.stop().then(folder.remove),
  }
}
