import { fork, type ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { threads, type ThreadName } from '#app/platform/process/bundle-threads.js'

/** Starts a worker thread from the build. In development, bundles the sources first. */
export async function startThread(
  name: ThreadName,
  { development, ...options }: WorkerOptions & { development: boolean },
): Promise<Worker> {
  if (!development) return new Worker(resolve(threads[name].outfile), options)
  const { bundleThread } = await import('#app/platform/process/bundle-threads.js')
  return new Worker(await bundleThread(name), { ...options, eval: true })
}

/**
 * Starts a thread's script as a process without our environment. If compiling a pattern overflows the stack, V8 aborts
 * the whole process. Untrusted text is therefore parsed in a separate process. `megabytes` limits its heap.
 */
export async function startProcess(
  name: ThreadName,
  { development, megabytes }: { development: boolean; megabytes?: number },
): Promise<ChildProcess> {
  let script = resolve(threads[name].outfile)
  if (development) {
    const { bundleThread } = await import('#app/platform/process/bundle-threads.js')
    const folder = resolve('.cache/threads')
    await mkdir(folder, { recursive: true })
    script = resolve(folder, `${name}-${process.pid}.cjs`)
    await writeFile(script, await bundleThread(name))
  }
  // V8's crash output is not useful. The caller logs the text that caused the crash.
  return fork(script, {
    env: { NODE_ENV: development ? 'development' : 'production' },
    execArgv: megabytes ? [`--max-old-space-size=${megabytes}`] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
