import { HOUR } from '#app/primitives/time.ts'
import type { OwnDraft } from '#app/features/cms/ui/editor/notices.tsx'
import type { DraftState } from '#app/features/cms/ui/editor/use-draft.ts'

type Input = { kept: DraftState; draft: OwnDraft; now: string; timeZone: string }

/** Returns when the text was autosaved, in the time zone of the site. */
export function draftStatus({ kept, draft, now, timeZone }: Input): string {
  const at = kept?.at ?? draft?.saved_at
  if (!at) return ''
  if (kept?.state === 'keeping') return 'Autosaving'
  return kept?.state === 'lost' ? 'Not autosaved' : `Autosaved ${clockTime(at, now, timeZone)}`
}

/** Formats a time as `14:02`, or as `28 Nov` if it is not today. */
function clockTime(at: string, now: string, timeZone: string): string {
  const format = (time: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(time))
  const day = { day: 'numeric', month: 'short' } as const
  const isToday =
    Math.abs(Date.parse(at) - Date.parse(now)) < 12 * HOUR || format(at, day) === format(now, day)
  return isToday ? format(at, { hour: '2-digit', minute: '2-digit' }) : format(at, day)
}
