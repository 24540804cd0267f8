import { fork, type ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { threads, type ThreadName } from '#app/platform/process/bundle-threads.js'

/** Starts a thread from the build; in development its sources are bundled anew. */
export async function startThread(
  name: ThreadName,
  { development, ...options }: WorkerOptions & { development: boolean },
): Promise<Worker> {
  if (!development) return new Worker(resolve(threads[name].outfile), options)
  const { bundleThread } = await import('#app/platform/process/bundle-threads.js')
  return new Worker(await bundleThread(name), { ...options, eval: true })
}

/**
 * Starts the script of a thread as a process of its own, without the environment of this one. V8 ends the whole process
 * when the stack runs out while it compiles a pattern, so untrusted text that is parsed recursively must not run in a
 * thread.
 */
export async function startProcess(
  name: ThreadName,
  { development }: { development: boolean },
): Promise<ChildProcess> {
  let script = resolve(threads[name].outfile)
  if (development) {
    const { bundleThread } = await import('#app/platform/process/bundle-threads.js')
    const folder = resolve('.cache/threads')
    await mkdir(folder, { recursive: true })
    script = resolve(folder, `${name}-${process.pid}.cjs`)
    await writeFile(script, await bundleThread(name))
  }
  // What V8 prints when it gives up is of no use in the log: the caller reports the text that it was.
  return fork(script, {
    env: { NODE_ENV: development ? 'development' : 'production' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
