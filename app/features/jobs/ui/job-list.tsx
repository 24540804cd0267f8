import { actionLabels } from '#app/features/actions/config-fields.ts'
import type { Job } from '#app/features/jobs/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { JobActions } from '#app/features/jobs/ui/job-actions.tsx'
import { JobSource, attemptsLabel } from '#app/features/jobs/ui/describe-job.tsx'
import { Timestamp, RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { OutcomeBadge } from '#app/features/jobs/ui/outcome.tsx'

type Props = { jobs: Job[]; guildId: string; refusal: FormRefusal | undefined }

/** Renders a guild's jobs, each with its source, state, error and actions. */
export function JobList({ jobs, guildId, refusal }: Props) {
  return (
    <ul className="mt-4 border-t border-line">
      {jobs.map((job) => (
        <li
          key={job.id}
          className="grid gap-x-8 gap-y-2 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_14rem]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <h2 className="text-xl">
              <a href={`/admin/guilds/${guildId}/jobs/${job.id}`} className="link inline-block">
                {actionLabels[job.type].name}
              </a>
            </h2>
            <p className="text-soft">
              <JobSource guildId={guildId} source={job.source} />
            </p>
            <p className="text-muted">
              <RelativeTime at={job.created_at} />
              {job.state === 'queued' && job.run_at > job.created_at && (
                <>
                  , not before <Timestamp at={job.run_at} />
                </>
              )}
            </p>
            {job.error && (
              <p className="mt-1 text-stop">
                {job.error.message} <span className="text-muted">({job.error.code})</span>
              </p>
            )}
          </div>
          <div className="min-w-0 md:justify-self-end md:text-right">
            <p className="flex flex-wrap gap-x-4 md:flex-col md:items-end">
              <OutcomeBadge outcome={job.state} />
              <span className="text-muted">{attemptsLabel(job)}</span>
            </p>
            <JobActions job={job} name={`${actionLabels[job.type].name}, ${job.id}`} refusal={refusal} />
          </div>
        </li>
      ))}
    </ul>
  )
}
