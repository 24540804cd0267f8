import { callerIdOf } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal, TryLater } from '#app/errors.ts'
import type { ReadRequest, ReadResponse } from '#app/features/cms/import/import-worker.server.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import type { ReadySite } from '#app/features/cms/import/site.ts'
import { askProcess } from '#app/platform/process/worker-threads.server.ts'

/** Heap of the process in megabytes. The unpacked files of an archive are not all in memory at once. */
const MEGABYTES = 1_024
/** Maximum number of waiting imports, because each one keeps its file in memory. */
const MAX_QUEUED = 3
/** Functions that start the running and queued imports, in order. Keyed by caller, so one caller cannot fill the queue. */
const queue = new Map<string, () => void>()

/**
 * Reads an import file in a separate process, with limits for time and memory, and stops when `signal` is aborted.
 * Throws `Invalid` with the file and the reason, and `TryLater` if an import of the caller or too many others are
 * queued.
 */
export async function readInProcess(
  ctx: Context,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<ReadySite> {
  const caller = callerIdOf(ctx)
  if (queue.has(caller))
    throw new TryLater('unavailable', 'Your previous import is still in progress. Try again in a minute.', 60)
  if (queue.size > MAX_QUEUED)
    throw new TryLater('unavailable', 'Too many imports are in progress. Try again in a minute.', 60)
  const turn = new Promise<void>((start, leave) => {
    const stop = () => leave(new Error('The client closed the connection.'))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    queue.set(caller, start)
    if (queue.size === 1) start()
  })
  try {
    await turn
    return await read(ctx, request, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
    // No client receives this.
    throw new Refusal('request_timeout', 'The client closed the connection.')
  } finally {
    queue.delete(caller)
    queue.values().next().value?.()
  }
}

async function read(
  { config, log }: Context,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<ReadySite> {
  const { patience } = importLimits
  const options = { development: config.development, megabytes: MEGABYTES, patience, signal }
  const told = await askProcess<ReadResponse>('importing', request, options)
  if (told === 'ended')
    throw new Invalid('Reading the file takes too much memory. Split it, and import the parts.')
  if (told === 'late') {
    const seconds = patience / 1000
    throw new Invalid(`The file took longer than ${seconds} seconds to read. Split it, and import the parts.`)
  }
  const { answer } = told
  if ('refused' in answer) throw new Invalid(answer.refused)
  if ('failed' in answer) {
    log.error({ failed: answer.failed }, 'an import file could not be read')
    throw new Error(answer.failed)
  }
  return answer.site
}
