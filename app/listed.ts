import { z } from 'zod'

/** A setting that is a list: what stands between commas, in small letters and without the spaces around it; none when unset. */
export const listed = z
  .string()
  .trim()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
  )
