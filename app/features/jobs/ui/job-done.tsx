import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'

const said: Record<string, string> = {
  replayed: 'The job is in the queue again.',
  cancelled: 'The job is cancelled, or will be as soon as its runner has stopped.',
}

/** What was done with a job by hand. */
export function JobDone({ done, refusal }: { done: string | null; refusal: FormRefusal | undefined }) {
  if (!done || !said[done] || refusal) return null
  return (
    <div className="mb-6">
      <Notice tone="done" title={said[done]} />
    </div>
  )
}
