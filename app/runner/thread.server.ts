import type { Worker } from 'node:worker_threads'
import type { Config } from '#app/platform/config/config.server.ts'
import { startThread } from '#app/platform/process/worker-threads.server.ts'

/** Settings of the action thread. */
export type WorkerSettings = Pick<
  Config,
  'discordBotToken' | 'discordApiUrl' | 'siteUrl' | 'webhookPrivateHosts'
>

/** Starts the action thread. */
export async function startActions(config: Config): Promise<Worker> {
  const { discordBotToken, discordApiUrl, siteUrl, webhookPrivateHosts } = config
  const workerData: WorkerSettings = {
    discordBotToken,
    discordApiUrl,
    siteUrl,
    webhookPrivateHosts: [...webhookPrivateHosts],
  }
  return startThread('runner', { development: config.development, workerData })
}
