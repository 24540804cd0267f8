import type { Word } from '#app/openapi/types.ts'

const word = (means: string, example?: unknown): Word => ({ means, example })
const time = '2026-11-21T09:30:00.000Z'

/** The words of what runs: runs and their steps, jobs and their attempts, runners and their processes. */
export const jobWords: Readonly<Record<string, Word>> = {
  // Runs
  run: word('The run.'),
  runId: word('The id of the run.', '01JDEM000000000000000R0001'),
  run_id: word('The id of the run.', '01JDEM000000000000000R0001'),
  outcome: word('What became of it.', 'succeeded'),
  delay_seconds: word('How long it waits before it begins.', 0),
  job_id: word('The job that did it; null before there is one.', '01JDEM000000000000000J0001'),

  // Jobs and their attempts
  job: word('The job.'),
  step: word('Which step of the run it is, counted from 0.', 0),
  priority: word('The higher, the sooner.', 0),
  max_attempts: word('How often it is tried at most.', 5),
  cancel_requested_at: word('When somebody asked to cancel it; null when nobody did.', null),
  attempt: word('Which try it is, counted from 1.', 1),
  runner_id: word('The runner that had it; null when it is not known.', 'a1B2c3D4'),
  leased_at: word('When a runner was given it.', time),
  accepted_at: word('When the runner took it on; null when it did not.', time),
  ended_at: word('When it ended; null while it is under way.', time),

  // Runners
  session_id: word('The id of the connection.', '01KAJ7N3M4QX6T0V9W2Y5Z8B1C'),
  connected_at: word('When it connected.', time),
  disconnected_at: word('When it left; null while it has not.', null),
}
