import { z } from 'zod'
import { Invalid, Refusal } from '#app/errors.ts'
import { withLabel } from '#app/primitives/plain-messages.ts'
import { versionField } from '#app/primitives/schema.ts'

/** Maximum number of items in one action. A page of a list has fewer. */
const MAX_SELECTED = 100

/** Selected item of a list, with a value that the list showed, such as its version. */
type Selected<Act> = { key: string; value: string; act: Act }

export type BulkInput<Act> = { act: Act | 'undo'; selected: Selected<Act>[] }

export type BulkResult<Act = string> = {
  act: Act | 'undo'
  /** Changed items with their new value, and the action that restores their earlier state, if there is one. */
  done: { key: string; value: string; undo: Act | null }[]
  /** Number of items that already had the wanted state. */
  unchanged: number
  refused: { key: string; reason: string }[]
}

/**
 * Creates the schema of a form with selected items: fields such as `pick:01JDEM…` with the value that was shown. To undo
 * an action, `act` is `undo`, and each value also names the action that reverses it: `4 publish`. Permanent actions need
 * a confirmation.
 */
export const bulkForm = <Act extends string>(acts: readonly Act[], permanent: readonly Act[] = []) =>
  z
    .object({
      act: z.enum(['undo', ...acts], { error: 'Choose an action.' }),
      sure: z.literal('yes').optional(),
    })
    .catchall(z.string())
    .refine(({ act, sure }) => sure || act === 'undo' || !permanent.includes(act as Act), {
      path: ['sure'],
      error: 'Select the checkbox to confirm.',
    })
    .transform(({ act, sure: _, ...fields }): BulkInput<Act> => {
      const reversible = acts.filter((one) => !permanent.includes(one))
      const selected = Object.entries(fields).flatMap(([name, given]) => {
        if (!name.startsWith('pick:')) return []
        const [key, text] = [name.slice('pick:'.length), String(given)]
        if (act !== 'undo') return [{ key, value: text, act: act as Act }]
        const [value = '', undo] = text.split(' ')
        return reversible.filter((one) => one === undo).map((one) => ({ key, value, act: one }))
      })
      return { act: act as Act | 'undo', selected }
    })

/** Returns the version that a list showed. Throws `Invalid`. */
export function versionOf({ value }: { value: string }): number {
  const { data } = versionField.safeParse(value)
  if (data === undefined)
    throw new Invalid('The version is invalid. Reload the page and select the item again.')
  return data
}

type Change<Act> = (item: Selected<Act>) => Promise<{ value: string; undo: Act | null } | null>

/**
 * Changes the selected items in sequence. A refused item does not affect the other items. `change` returns null if an
 * item already has the wanted state. Throws `Invalid`.
 */
export async function changeSelected<Act>(
  { act, selected }: BulkInput<Act>,
  [one, many]: readonly [one: string, many: string],
  change: Change<Act>,
): Promise<BulkResult<Act>> {
  if (!selected.length) throw new Invalid(`Select at least one ${one}.`)
  if (selected.length > MAX_SELECTED) throw new Invalid(`Select at most ${MAX_SELECTED} ${many}.`)
  const result: BulkResult<Act> = { act, done: [], unchanged: 0, refused: [] }
  for (const item of selected) {
    try {
      const changed = await change(item)
      if (changed) result.done.push({ key: item.key, ...changed })
      else result.unchanged++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const reasons = (error.issues ?? []).map(({ path, message }) => withLabel(path.split('.'), message))
      result.refused.push({ key: item.key, reason: reasons.join(' ') || error.message })
    }
  }
  return result
}
