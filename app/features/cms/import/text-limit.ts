import { importLimits } from '#app/features/cms/import/schema.ts'
import { Invalid } from '#app/errors.ts'
import { formatBytes } from '#app/primitives/bytes.ts'

/**
 * Counts the texts of an import, which the service keeps in memory all at once. Throws `Invalid` as soon as they exceed
 * the limit.
 */
export function createTextLimit() {
  let total = 0
  const add = (bytes: number) => {
    total += bytes
    if (total > importLimits.texts)
      throw new Invalid(
        `The texts of this site are larger than ${formatBytes(importLimits.texts)}. Remove texts, or import in parts.`,
      )
  }
  return {
    add,
    /** Counts a value as JSON. */
    addValue: (value: unknown) => add(Buffer.byteLength(JSON.stringify(value))),
  }
}
