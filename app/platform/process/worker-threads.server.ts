import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { once } from 'node:events'
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

type AskOptions = Parameters<typeof startProcess>[1] & { patience: number; signal?: AbortSignal | undefined }

/**
 * Sends a request to a new process and returns its first message. Returns `late` after `patience` milliseconds, and
 * `ended` if the process exits without a message. Throws if `signal` is aborted. The process is killed in any case,
 * even during native code.
 */
export async function askProcess<T>(
  name: ThreadName,
  request: Serializable,
  { patience, signal: stop, ...options }: AskOptions,
): Promise<{ answer: T } | 'late' | 'ended'> {
  const child = await startProcess(name, options)
  const over = new AbortController()
  const signal = stop ? AbortSignal.any([over.signal, stop]) : over.signal
  const timer = setTimeout(() => over.abort('late'), patience)
  const ended = once(child, 'exit', { signal }).then(() => 'ended' as const)
  const answered = once(child, 'message', { signal }).then(([answer]) => ({ answer: answer as T }))
  try {
    child.send(request, () => {})
    return await Promise.race([answered, ended])
  } catch (error) {
    if (signal.reason !== 'late') throw error
    return 'late'
  } finally {
    clearTimeout(timer)
    over.abort()
    ended.catch(() => {})
    answered.catch(() => {})
    child.kill('SIGKILL')
  }
}
