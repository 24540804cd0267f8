import { generateKeyPairSync } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { openLender } from '#tests/support/http/lender.ts'
import { startServer, type Env } from '#tests/support/http/server.ts'

export type Server = { name: string; url: string; env: Env; setup: string }

declare module 'vitest' {
  interface ProvidedContext {
    servers: Server[]
    lender: string
    discordPrivateKey: string
  }
}

type Shared = { servers: Server[]; lender: string; discordPrivateKey: string; stop(): Promise<void> }
/** Each Vitest project loads its own copy of this module, so they share state through `globalThis`. */
const meeting = globalThis as { sharedServers?: Promise<Shared> }

/** One built server for each pair of stores, shared by all files; tests keep apart by addresses and guilds of their own. */
export default async function setup({ provide }: TestProject) {
  const first = !meeting.sharedServers
  meeting.sharedServers ??= start()
  const { servers, lender, discordPrivateKey, stop } = await meeting.sharedServers
  provide('servers', servers)
  provide('lender', lender)
  provide('discordPrivateKey', discordPrivateKey)
  return first ? stop : undefined
}

async function start(): Promise<Shared> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const discordKey = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
  const started = await Promise.all(
    engineNames.map(async (name) => {
      const engine = await openEngine(name)
      const env = {
        ...engine.env,
        TRUST_PROXY: '1',
        DISCORD_PUBLIC_KEY: discordKey,
        DISCORD_APPLICATION_ID: '900000000000000001',
      }
      const server = await startServer(env)
      const stop = async () => {
        await server.stop()
        await engine.remove()
      }
      return { server: { name, url: server.url, env, setup: server.setup! }, stop }
    }),
  )
  const lender = await openLender()
  return {
    lender: lender.url,
    servers: started.map(({ server }) => server),
    discordPrivateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    stop: async () => void (await Promise.all([lender, ...started].map(({ stop }) => stop()))),
  }
}
