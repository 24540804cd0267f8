import { HOUR } from '#app/primitives/time.ts'
import type { OwnDraft } from '#app/features/cms/ui/editor/notices.tsx'
import type { DraftState } from '#app/features/cms/ui/editor/use-draft.ts'

type Props = { kept: DraftState; draft: OwnDraft; now: string; timeZone: string }

/** Renders when the draft was saved, in the time zone of the site. */
export function DraftStatus({ kept, draft, now, timeZone }: Props) {
  const state = kept?.state ?? (draft ? 'kept' : null)
  const at = kept?.at ?? draft?.saved_at
  return (
    <p
      role="status"
      className={`entry-status ${state === 'lost' ? 'font-semibold text-stop' : 'text-muted'}`}
    >
      {state === 'keeping' && 'Saving draft'}
      {state === 'kept' && at && `Draft saved ${clockTime(at, now, timeZone)}`}
      {state === 'lost' && (
        <>
          Draft not saved<span className="sr-only">. Your input is still on this page.</span>
        </>
      )}
    </p>
  )
}

/** Formats a time as `14:02`, with the day if it is not today. */
function clockTime(at: string, now: string, timeZone: string): string {
  const format = (time: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(time))
  const clock = format(at, { hour: '2-digit', minute: '2-digit' })
  const day = { day: 'numeric', month: 'short' } as const
  const isToday =
    Math.abs(Date.parse(at) - Date.parse(now)) < 12 * HOUR || format(at, day) === format(now, day)
  return isToday ? clock : `${format(at, day)}, ${clock}`
}
