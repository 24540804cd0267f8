import type fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp } from '#tests/support/factories.ts'
import { attemptsOf, jobNow, later } from '#tests/support/db/leasing.ts'

/** A lease that some runner once got, and may use at any time, rightly or not. */
export type Lease = { job: string; token: string; attempt: number }
export type ModelJob = {
  state: string
  attempt: number
  max: number
  token: string | null
  /** Seconds. `acceptBy` while nobody has taken it on. */
  expires: number
  acceptBy: number | null
  deadline: number | null
  unwanted: boolean
  /** Tokens whose runner’s report was recorded. */
  reported: Set<string>
  /** Attempts that have ended. */
  history: number
}
export type Model = { now: number; jobs: Map<string, ModelJob>; leases: Lease[] }
export type Real = { it: TestApp; guildId: string }
export type Step = fc.AsyncCommand<Model, Real>

/** A job that nobody has had yet. */
export const fresh = {
  state: 'queued',
  attempt: 0,
  max: 5,
  token: null,
  expires: 0,
  acceptBy: null,
  unwanted: false,
  history: 0,
}

export const newModel = (): Model => ({ now: 0, jobs: new Map(), leases: [] })

export const ENDED = ['succeeded', 'failed', 'dead', 'cancelled']
export const isOut = (job: ModelJob) => job.state === 'leased' || job.state === 'running'

/** One call, with how it is written when a sequence fails. */
export const step = (text: string, run: (model: Model, real: Real) => Promise<void>): Step => ({
  check: () => true,
  async run(model, real) {
    real.it.at(later(model.now))
    await run(model, real)
  },
  toString: () => text,
})

/** The newest are the most interesting. */
export const pick = <T>(list: T[], index: number): T | undefined =>
  list.at(-1 - (index % Math.max(1, list.length)))

export function endAttempt(
  job: ModelJob,
  how: 'succeeded' | 'failed for good' | 'failed' | 'lost' | 'returned',
) {
  job.history++
  job.acceptBy = null
  if (how === 'succeeded') job.state = 'succeeded'
  else if (job.unwanted) job.state = 'cancelled'
  else if (how === 'failed for good') job.state = 'failed'
  else if (how === 'returned') Object.assign(job, { state: 'queued', attempt: job.attempt - 1 })
  else if (job.attempt >= job.max) job.state = 'dead'
  else job.state = 'queued or too late'
  if (job.state === 'queued') job.token = null
}

/** Whether a retry still fits before the deadline depends on chance: the model takes what it finds, of the two that may be. */
export async function settle(job: ModelJob, id: string, { it }: Real) {
  if (job.state !== 'queued or too late') return
  const { state, deadline_at } = await jobNow(it, id)
  expect(['queued', ...(deadline_at ? ['failed'] : [])]).toContain(state)
  job.state = state
  if (state === 'queued') job.token = null
}

/** Holds what the database says of every job against the model. */
export async function checkAll(model: Model, { it }: Real): Promise<void> {
  for (const [id, job] of model.jobs) {
    const row = await jobNow(it, id)
    const { state, attempt, token: lease_token } = job
    expect(row).toMatchObject({ state, attempt, lease_token })
    expect(row.finished_at !== null).toBe(ENDED.includes(state))
    const attempts = await attemptsOf(it, id)
    expect(attempts).toHaveLength(job.history)
    expect(attempts.filter(({ outcome }) => outcome === 'succeeded').length).toBe(
      Number(state === 'succeeded'),
    )
  }
}
