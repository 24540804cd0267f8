import { z } from 'zod'

/** Setting with comma-separated values, trimmed. Empty if unset. */
export const csvSetting = z
  .string()
  .trim()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )

/** Comma-separated list of case-insensitive names, such as hosts, converted to lower case. */
export const lowerCaseCsvSetting = csvSetting.transform((list) => list.map((one) => one.toLowerCase()))
