import fc from 'fast-check'
import { expect } from 'vitest'
import { cancelJob, replayJob } from '#app/features/jobs/cancel-replay.server.ts'
import {
  acceptJobs,
  extendLeases,
  releaseJobs,
  resumeJobs,
  returnJobs,
} from '#app/features/jobs/leases.server.ts'
import { recordResults } from '#app/features/jobs/results.server.ts'
import { expireDeadlines, expireLeases } from '#app/features/jobs/expire-leases.server.ts'
import { aJob, asRunner, leaseOptions, claimed, failure, later } from '#tests/support/db/leasing.ts'
import {
  ENDED,
  endAttempt,
  fresh,
  isOut,
  pick,
  settle,
  step,
  type Step,
} from '#tests/support/db/lease-model.ts'

const enqueue = (deadline: number | null) =>
  step(`enqueue(${deadline})`, async (model, { it, guildId }) => {
    const at = deadline === null ? null : model.now + deadline
    const { id } = await aJob(it, guildId, at === null ? {} : { deadlineAt: new Date(later(at)) })
    model.jobs.set(id, {
      ...fresh,
      deadline: at,
      reported: new Set(),
    })
  })

const claim = (slots: number) =>
  step(`claim(${slots})`, async (model, { it }) => {
    for (const row of await claimed(it, leaseOptions({ slots }))) {
      const job = model.jobs.get(row.id)!
      expect(job.state).toBe('queued')
      expect(row.attempt).toBe(job.attempt + 1)
      expect(model.leases.map(({ token }) => token)).not.toContain(row.lease_token)
      Object.assign(job, {
        state: 'leased',
        attempt: row.attempt,
        token: row.lease_token,
        expires: model.now + 60,
        acceptBy: model.now + 10,
      })
      model.leases.push({ job: row.id, token: row.lease_token!, attempt: row.attempt })
    }
  })

const accept = (index: number) =>
  step(`accept(${index})`, async (model, { it }) => {
    const lease = pick(model.leases, index)
    if (!lease) return
    const job = model.jobs.get(lease.job)!
    const isMine = isOut(job) && job.token === lease.token
    const gone = await acceptJobs(asRunner(it), [{ job_id: lease.job, lease_token: lease.token }])
    expect(gone).toEqual(isMine ? [] : [lease.job])
    if (isMine) Object.assign(job, { state: 'running', acceptBy: null, expires: model.now + 60 })
  })

const beat = (index: number) =>
  step(`heartbeat(${index})`, async (model, { it }) => {
    const lease = pick(model.leases, index)
    if (!lease) return
    const job = model.jobs.get(lease.job)!
    const isMine = isOut(job) && job.token === lease.token
    const answer = await extendLeases(asRunner(it), [{ job_id: lease.job, lease_token: lease.token }])
    const unwanted = isMine && (job.unwanted || (job.deadline !== null && job.deadline <= model.now))
    expect(answer).toEqual({
      extended: isMine ? [lease.job] : [],
      lost: isMine ? [] : [lease.job],
      cancel: unwanted ? [lease.job] : [],
    })
    if (isMine) job.expires = model.now + 60
  })

const report = (index: number, how: 'succeeded' | 'failed' | 'failed for good') =>
  step(`report(${index}, ${how})`, async (model, real) => {
    const lease = pick(model.leases, index)
    if (!lease) return
    const job = model.jobs.get(lease.job)!
    const isMine = isOut(job) && job.token === lease.token
    const isRepeated =
      job.reported.has(lease.token) || (ENDED.includes(job.state) && job.token === lease.token)
    const more = how === 'succeeded' ? { status: how } : failure({ retryable: how === 'failed' })
    const [outcome] = await recordResults(asRunner(real.it), [
      { job_id: lease.job, lease_token: lease.token, attempt: lease.attempt, ...more },
    ])
    expect(outcome).toBe(isMine ? 'recorded' : isRepeated ? 'duplicate' : 'stale')
    if (!isMine) return
    if (how === 'succeeded' || !job.unwanted) job.reported.add(lease.token)
    endAttempt(job, how)
    await settle(job, lease.job, real)
  })

const giveBack = (index: number) =>
  step(`reject(${index})`, async (model, { it }) => {
    const lease = pick(model.leases, index)
    if (!lease) return
    const job = model.jobs.get(lease.job)!
    const reason = { code: 'rejected', message: 'No.' }
    await returnJobs(asRunner(it), [{ job_id: lease.job, lease_token: lease.token, reason }])
    if (isOut(job) && job.token === lease.token) endAttempt(job, 'returned')
  })

const resume = (index: number) =>
  step(`resume(${index})`, async (model, { it }) => {
    const lease = pick(model.leases, index)
    if (!lease) return
    const job = model.jobs.get(lease.job)!
    const isMine = isOut(job) && job.token === lease.token
    const leases = [{ job_id: lease.job, lease_token: lease.token }]
    const { keep } = await resumeJobs(asRunner(it), { session: 'again', leases })
    expect(keep).toEqual(isMine ? [lease.job] : [])
    if (isMine) Object.assign(job, { state: 'running', acceptBy: null, expires: model.now + 60 })
  })

const leave = step('leave', async (model, { it }) => {
  const rows = await it.app.db.selectFrom('jobs').select('id').where('instance_id', '=', 'again').execute()
  await releaseJobs(asRunner(it), { session: 'again' })
  for (const { id } of rows) endAttempt(model.jobs.get(id)!, 'returned')
})

const pass = (seconds: number) => step(`wait(${seconds})`, async (model) => void (model.now += seconds))
const sweep = step('sweep', async (model, real) => {
  await expireLeases(real.it.ctx())
  await expireDeadlines(real.it.ctx())
  for (const [id, job] of model.jobs) {
    if (job.state === 'running' && job.expires <= model.now) endAttempt(job, 'lost')
    else if (job.state === 'leased' && Math.min(job.acceptBy!, job.expires) <= model.now)
      endAttempt(job, 'returned')
    await settle(job, id, real)
    if (job.state === 'queued' && job.deadline !== null && job.deadline <= model.now) job.state = 'failed'
  }
})

const cancel = (index: number) =>
  step(`cancel(${index})`, async (model, { it, guildId }) => {
    const id = pick([...model.jobs.keys()], index)
    if (!id) return
    const job = model.jobs.get(id)!
    const call = cancelJob(it.ctx(), { guildId, id })
    if (ENDED.includes(job.state)) return expect(call).rejects.toMatchObject({ status: 409 })
    await call
    if (job.state === 'queued') job.state = 'cancelled'
    else job.unwanted = true
  })

const replay = (index: number) =>
  step(`replay(${index})`, async (model, { it, guildId }) => {
    const id = pick([...model.jobs.keys()], index)
    if (!id) return
    const job = model.jobs.get(id)!
    const call = replayJob(it.ctx(), { guildId, id })
    if (!['failed', 'dead', 'cancelled'].includes(job.state))
      return expect(call).rejects.toMatchObject({ status: 409 })
    await call
    Object.assign(job, {
      state: 'queued',
      token: null,
      max: job.attempt + 5,
      deadline: null,
      unwanted: false,
    })
  })

/** An attempt at all that is due, which fails, and a time after which it may be tried again. */
const attempt = step('attempt', async (model, real) => {
  const known = model.leases.length
  await claim(50).run(model, real)
  for (let index = model.leases.length - known - 1; index >= 0; index--) {
    await report(index, 'failed').run(model, real)
  }
  model.now += 400
})

/** Everything that may happen to a job, what happens often several times. */
export function commandsOf(): fc.Arbitrary<Step>[] {
  const which = fc.nat({ max: 5 })
  const reports = fc
    .tuple(which, fc.constantFrom('failed', 'failed for good', 'succeeded'))
    .map(([index, how]) => report(index, how))
  const often = [
    fc.option(fc.integer({ min: 1, max: 200 }), { freq: 3 }).map(enqueue),
    fc.integer({ min: 1, max: 4 }).map(claim),
    which.map(accept),
    fc.constantFrom(1, 5, 11, 30, 61, 400).map(pass),
    fc.constant(sweep),
    fc.constant(attempt),
    fc.constant(attempt),
    reports,
  ]
  const seldom = [
    which.map(beat),
    which.map(giveBack),
    which.map(resume),
    fc.constant(leave),
    which.map(cancel),
    which.map(replay),
  ]
  return [...often, ...often, ...often, ...seldom]
}
