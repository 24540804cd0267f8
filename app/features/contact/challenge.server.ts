import type { Context } from '#app/context.server.ts'
import { Refusal, TryLater } from '#app/errors.ts'
import { verifyProofOfWork, createProofOfWork } from '#app/features/contact/altcha.server.ts'
import type { ChallengeOffer } from '#app/features/contact/challenge.ts'
import {
  challengeHealth,
  recordProviderSuccess,
  recordProviderFailure,
} from '#app/features/contact/store.server.ts'
import { createFormToken } from '#app/features/contact/form-token.server.ts'
import type { SubmissionInput } from '#app/features/contact/schema.ts'
import { askTurnstile } from '#app/features/contact/turnstile.server.ts'

/** Minimum interval between records of a successful response, in milliseconds. */
const NOTE_INTERVAL_MS = 60_000

/** Creates the challenge and form token for one submission. Public. */
export async function createChallenge(ctx: Context): Promise<ChallengeOffer> {
  const { challenge } = ctx.config
  return {
    provider: challenge.provider,
    site_key: challenge.provider === 'turnstile' ? challenge.siteKey : null,
    challenge: challenge.provider === 'altcha' ? await createProofOfWork(ctx) : null,
    mark: createFormToken(ctx),
  }
}

/** Verified proof of work that must be consumed in the submission's transaction. */
type VerifiedWork = { id: string; expiresAt: string }

/**
 * Verifies the proof that the settings require. Throws `challenge_required` or `challenge_failed`. Throws `TryLater` if
 * the provider is unavailable.
 */
export async function verifyChallenge(ctx: Context, input: SubmissionInput): Promise<VerifiedWork | null> {
  const { challenge } = ctx.config
  if (challenge.provider === 'none') return null
  const token = challenge.provider === 'altcha' ? input.altcha : input['cf-turnstile-response']
  if (!token)
    throw new Refusal(
      'challenge_required',
      'The solution to the bot challenge is missing. Complete the challenge and try again.',
    )
  if (challenge.provider === 'altcha') {
    const work = await verifyProofOfWork(ctx, token)
    if (!work) throw challengeFailedError()
    return work
  }
  const address = ctx.origin?.address ?? null
  const verdict = await askTurnstile({ secretKey: challenge.secretKey, token, address })
  await logFailure(ctx, verdict.outcome === 'unknown' ? verdict.failure : null)
  if (verdict.outcome === 'unknown') {
    throw new TryLater(
      'unavailable',
      'The bot challenge is not available. Your message was not sent. Try again in a minute.',
      60,
    )
  }
  if (verdict.outcome === 'failed') throw challengeFailedError()
  return null
}

/** Returns the error for an invalid or expired proof. */
export const challengeFailedError = (): Refusal =>
  new Refusal('challenge_failed', 'The bot challenge failed. Your message was not sent. Try again.')

/** Returns the state of the challenge provider, shared by all instances. */
export async function challengeStatus(ctx: Pick<Context, 'config' | 'db'>) {
  const { provider } = ctx.config.challenge
  if (provider !== 'turnstile') {
    const status = provider === 'altcha' ? ('online' as const) : ('not_configured' as const)
    return { status, last_heartbeat_at: null, last_error: null }
  }
  const row = await challengeHealth(ctx.db, provider)
  const { answered_at = null, failed_at = null, failure = null } = row ?? {}
  const isDown = failed_at !== null && failed_at >= (answered_at ?? '')
  const error =
    failed_at === null ? null : { code: 'challenge_unavailable', message: failure ?? '', at: failed_at }
  return {
    status: isDown ? ('degraded' as const) : answered_at ? ('online' as const) : ('unknown' as const),
    last_heartbeat_at: answered_at,
    last_error: error,
  }
}

/** Records the state of the provider. If recording fails, the error is only logged. */
async function logFailure(ctx: Context, failure: string | null) {
  const now = ctx.now().getTime()
  const at = new Date(now).toISOString()
  try {
    if (failure === null) {
      await recordProviderSuccess(ctx.db, 'turnstile', {
        at,
        lately: new Date(now - NOTE_INTERVAL_MS).toISOString(),
      })
    } else {
      ctx.log.warn({ reason: failure }, 'a challenge could not be checked')
      await recordProviderFailure(ctx.db, 'turnstile', { at, failure })
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'the status of the challenge was not recorded')
  }
}
