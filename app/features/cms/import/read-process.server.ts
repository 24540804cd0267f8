import pLimit from 'p-limit'
import type { Context } from '#app/context.server.ts'
import { Invalid, TryLater } from '#app/errors.ts'
import type { ReadRequest, ReadResponse } from '#app/features/cms/import/import-worker.server.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import type { ReadySite } from '#app/features/cms/import/site.ts'
import { askProcess } from '#app/platform/process/worker-threads.server.ts'

/** Heap of the process in megabytes. The unpacked files of an archive are not all in memory at once. */
const MEGABYTES = 1_024
/** Maximum number of waiting imports, because each one keeps its file in memory. */
const MAX_QUEUED = 3
const inTurn = pLimit(1)

/**
 * Reads an import file in a separate process, with limits for time and memory. Throws `Invalid` with the file and the
 * reason, and `TryLater` if too many imports are waiting.
 */
export async function readInProcess(
  ctx: Pick<Context, 'config' | 'log'>,
  request: ReadRequest,
): Promise<ReadySite> {
  if (inTurn.pendingCount >= MAX_QUEUED)
    throw new TryLater('unavailable', 'Too many imports are in progress. Try again in a minute.', 60)
  return inTurn(() => read(ctx, request))
}

async function read(
  { config, log }: Pick<Context, 'config' | 'log'>,
  request: ReadRequest,
): Promise<ReadySite> {
  const { patience } = importLimits
  const options = { development: config.development, megabytes: MEGABYTES, patience }
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
