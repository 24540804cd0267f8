import { z } from 'zod'

/** A setting that is a list: what stands between commas, without the spaces around it; none when unset. */
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

/** A list of names that are the same in small and in capital letters, such as those of hosts: in small letters. */
export const lowerCaseCsvSetting = csvSetting.transform((list) => list.map((one) => one.toLowerCase()))
