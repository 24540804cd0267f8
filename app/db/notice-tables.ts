import type { Time } from '#app/db/columns.ts'

/** Up to when somebody has seen what needs attention. */
export type NoticeMarks = { user_id: string; seen_at: Time }
