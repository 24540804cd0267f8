import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '#app/config.server.ts'

/** What the thread of the actions is given to work with. */
export type WorkerSettings = Pick<
  Config,
  'discordApplicationId' | 'discordBotToken' | 'discordApiUrl' | 'siteUrl' | 'webhookPrivateHosts'
>

/** Where the build leaves the thread’s script: see vite.config.ts. */
const BUILT = 'build/runner-worker.js'

/** Starts the thread from the build; in development its sources are bundled anew. */
export async function startThread(config: Config): Promise<Worker> {
  const { discordApplicationId, discordBotToken, discordApiUrl, siteUrl, webhookPrivateHosts } = config
  const workerData: WorkerSettings = {
    discordApplicationId,
    discordBotToken,
    discordApiUrl,
    siteUrl,
    webhookPrivateHosts: [...webhookPrivateHosts],
  }
  if (!config.development) return new Worker(resolve(BUILT), { workerData })
  const { bundleWorker } = await import('#app/runner/bundle.js')
  return new Worker(await bundleWorker(), { workerData, eval: true })
}
