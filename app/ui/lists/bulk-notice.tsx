import type { ReactNode } from 'react'
import type { BulkResult } from '#app/operations/bulk.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props<Act extends string> = {
  result: BulkResult<Act> | undefined
  /** Noun with its verb, such as “entry was” and “entries were”. */
  noun: readonly [one: string, many: string]
  /** State of the items after each action. */
  labels: Record<Act | 'undo', string>
  /** Names of the listed items by key. */
  names: ReadonlyMap<string, string>
  children?: ReactNode
}

/** Renders the result of an action on selected items, with the refused items and an undo button. */
export function BulkNotice<Act extends string>({ result, noun, labels, names, children }: Props<Act>) {
  if (!result) return null
  const { act, done, unchanged, refused } = result
  const reversible = act === 'undo' ? [] : done.filter(({ undo }) => undo)
  return (
    <PageNotice
      tone={refused.length ? 'stop' : 'done'}
      title={`${formatAmount(done.length, ...noun)} ${labels[act]}.`}
    >
      {unchanged > 0 && <p>{formatAmount(unchanged, ...noun)} not changed.</p>}
      {refused.map(({ key, reason }) => (
        <p key={key}>
          {names.get(key) ?? key}: {reason}
        </p>
      ))}
      {children}
      {reversible.length > 0 && (
        <PostForm intent="bulk" button="Undo" busy="Undoing" className="mt-2">
          <input type="hidden" name="act" value="undo" />
          {reversible.map(({ key, value, undo }) => (
            <input key={key} type="hidden" name={`pick:${key}`} value={`${value} ${undo}`} />
          ))}
        </PostForm>
      )}
    </PageNotice>
  )
}
