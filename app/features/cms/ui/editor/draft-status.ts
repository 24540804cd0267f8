import type { Issue } from '#app/errors.ts'
import { fieldLabels } from '#app/features/cms/describe.ts'
import { HOUR } from '#app/primitives/time.ts'
import type { OwnDraft } from '#app/features/cms/ui/editor/notices.tsx'

/** State of the draft and the time of the last attempt to save it. Null before the first change. */
export type DraftState =
  | { state: 'keeping' | 'kept'; at: string }
  | { state: 'lost'; at: string; reason: string }
  | null

type Input = { kept: DraftState; draft: OwnDraft; now: string; timeZone: string }

/** Returns when the text was autosaved, or why it was not, in the time zone of the site. */
export function draftStatus({ kept, draft, now, timeZone }: Input): string {
  const at = kept?.at ?? draft?.saved_at
  if (!at) return ''
  if (kept?.state === 'keeping') return 'Autosaving'
  return kept?.state === 'lost'
    ? `Not autosaved: ${kept.reason}`
    : `Autosaved ${clockTime(at, now, timeZone)}`
}

const reasons: Record<number, string> = {
  401: 'signed out',
  403: 'no permission',
  404: 'entry deleted',
  413: 'text too long',
  429: 'rate limited',
}

/** Returns in a few words why a draft was not saved, or null if it was saved. */
export async function lostReason(answer: Response | null): Promise<string | null> {
  if (!answer) return 'no connection'
  if (answer.ok) return null
  if (answer.status !== 400) return reasons[answer.status] ?? 'server error'
  const { issues } = (await answer.json().catch(() => ({}))) as { issues?: Issue[] }
  const { path = '', message = '' } = issues?.[0] ?? {}
  const label = fieldLabels[path.split('.')[1] ?? ''] ?? 'entry'
  return `${label} ${message.startsWith('Use at most') ? 'too long' : 'not valid'}`
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
