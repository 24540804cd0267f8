import type { TestProject } from 'vitest/node'
import { engineNames, openEngine } from '#tests/support/engines.ts'
import { startServer, temporaryFolder, type Env } from '#tests/support/http/server.ts'

export type Server = { name: string; url: string; env: Env; setup: string }

declare module 'vitest' {
  interface ProvidedContext {
    servers: Server[]
    discordPrivateKey: string
  }
}

/** One built server for each pair of stores, shared by all files; tests keep apart by addresses and guilds of their own. */
export default async function setup({ provide }: TestProject) {
  const { generateKeyPairSync } = await import('node:crypto')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const discordKey = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
  provide('discordPrivateKey', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())

  const undo: (() => Promise<unknown>)[] = []
  const servers: Server[] = []
  for (const name of engineNames) {
    const engine = await openEngine(name)
    const folder = await temporaryFolder()
    const env = { ...engine.env, DATA_DIR: folder.path, TRUST_PROXY: '1', DISCORD_PUBLIC_KEY: discordKey }
    const server = await startServer(env)
    servers.push({ name, url: server.url, env, setup: server.setup! })
    undo.unshift(server.stop, engine.remove, folder.remove)
  }
  provide('servers', servers)
  return async () => {
    for (const step of undo) await step()
  }
}
