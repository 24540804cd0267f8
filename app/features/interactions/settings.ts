import { z } from 'zod'

/** How long an interaction is remembered, in seconds: as long as Discord's token for it lives. */
export const rememberedSeconds = 15 * 60
/** A signature is valid before and after its timestamp: together never longer than a repeat is remembered. */
const maxSkewSeconds = rememberedSeconds / 2

const error = `a whole number of seconds, ${maxSkewSeconds} at most`
const skew = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, { error })
  .transform(Number)
  .refine((value) => value <= maxSkewSeconds, { error })

export const interactionSettings = { INTERACTION_MAX_SKEW_SECONDS: skew.default(300) }
