import { resolve } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { threads, type ThreadName } from '#app/bundle-thread.js'

/** Starts a thread from the build; in development its sources are bundled anew. */
export async function startThread(
  name: ThreadName,
  { development, ...options }: WorkerOptions & { development: boolean },
): Promise<Worker> {
  if (!development) return new Worker(resolve(threads[name].outfile), options)
  const { bundleThread } = await import('#app/bundle-thread.js')
  return new Worker(await bundleThread(name), { ...options, eval: true })
}
