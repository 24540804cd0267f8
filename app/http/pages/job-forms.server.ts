import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { cancelJob, replayJob } from '#app/features/jobs/cancel-replay.server.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'

const job = z.object({ id: z.string().min(1).max(100) })

/** Serves the forms that replay and cancel a job. Redirects back with the result. */
export const jobForms = forms(({ guildId, request }) => {
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
})
