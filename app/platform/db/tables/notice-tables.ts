import type { Time } from '#app/platform/db/tables/columns.ts'

/** Up to when somebody has seen what needs attention. */
export type NoticeMarks = { user_id: string; seen_at: Time }
