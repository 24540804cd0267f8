import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { cancelJob, changeJobs, jobBulkForm, replayJob } from '#app/features/jobs/cancel-replay.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import type { PageArgs } from '#app/http/pages/page-args.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import type { BulkResult } from '#app/operations/bulk.ts'

const job = z.object({ id: z.string().min(1).max(100) })

/** Returns the handlers that replay and cancel a job. They redirect back with the result. */
function jobHandlers({ guildId, request }: PageArgs) {
  const back = (done: string) => {
    const { pathname, searchParams } = new URL(request.url)
    searchParams.delete('index')
    searchParams.set('done', done)
    return redirect(`${pathname.replace(/\.data$/, '')}?${searchParams}`)
  }
  return {
    replay: formHandler(job, async (ctx, { id }) => {
      await replayJob(ctx, { guildId, id })
      return back('replayed')
    }),
    cancel: formHandler(job, async (ctx, { id }) => {
      await cancelJob(ctx, { guildId, id })
      return back('cancelled')
    }),
  }
}

/** Serves the forms that replay and cancel a job. */
export const jobForms = forms(jobHandlers)

/** Serves the forms of a list of jobs: those of each job, and the actions on selected jobs. */
export const jobListForms = forms<BulkResult<'replay' | 'cancel'>>((args) => ({
  ...jobHandlers(args),
  bulk: async (ctx, values) => changeJobs(ctx, { guildId: args.guildId, ...parse(jobBulkForm, values) }),
}))
