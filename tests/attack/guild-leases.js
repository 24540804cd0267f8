/** The part of claim 3 about leases: only the token that got a job may speak of it. */
import { connect } from '#tests/attack/support/runner.js'

/**
 * Other tokens try everything that a lease allows.
 * @param {object} setup
 * @param {import('#tests/attack/support/claim.js').Claim} setup.claim
 * @param {import('#tests/attack/support/server.js').Server} setup.server
 * @param {string[]} setup.tokens
 * @param {{job_id: string, lease_token: string, attempt: number}} setup.job
 */
export async function stealLease({ claim, server, tokens, job }) {
  const { job_id, lease_token, attempt } = job
  for (const token of tokens) {
    const thief = await connect(server.url, token)
    const ready = await thief.identify({ slots: 0, active: [{ job_id, attempt, lease_token }] })
    claim.check(
      !ready?.d.keep.includes(job_id),
      'resume',
      'identify with a lease of another token',
      ready,
      'drop',
    )
    const say = async (/** @type {string} */ op, /** @type {Record<string, unknown>} */ d) => {
      const from = thief.heard.length
      thief.say(op, d)
      return thief.hear(() => true, 1500, from)
    }
    const heartbeat = await say('heartbeat', { seq: 1, leases: [[job_id, lease_token]] })
    claim.check(
      !heartbeat?.d.extended?.includes(job_id),
      'extend',
      'heartbeat with a foreign lease',
      heartbeat,
      'lost',
    )
    for (const status of ['succeeded', 'failed']) {
      const ack = await say('result', { job_id, attempt, lease_token, status })
      claim.check(ack?.d.outcome === 'unknown', 'report', 'result with a foreign lease', ack, 'unknown')
    }
    const accepted = await say('accept', { job_id, lease_token })
    claim.check(
      accepted?.op === 'cancel',
      'accept',
      'accept with a foreign lease',
      accepted,
      'cancel with lost',
    )
    const rejected = await say('reject', { job_id, lease_token, reason: 'x' })
    claim.check(
      rejected?.d.outcome === 'unknown',
      'reject',
      'reject with a foreign lease',
      rejected,
      'unknown',
    )
    await say('bye', {})
    thief.close()
  }
}
