import type { Time } from '#app/platform/db/tables/columns.ts'

export type ContactSubmissions = {
  id: string
  name: string
  email: string
  subject: string | null
  message: string
  status: 'unread' | 'read' | 'resolved' | 'spam'
  /** Why it came in as spam; null when it did not. */
  spam_reason: 'honeypot' | 'too_fast' | null
  note: string | null
  created_at: Time
  /** Since when it has its status: how long it is kept is counted from then. */
  status_at: Time
  updated_at: Time | null
}

/** A proof of work that was used. It is kept until it would not count any more. */
export type SolvedChallenges = { id: string; expires_at: Time }

/** How an outside provider of challenges answered the last time. */
export type ChallengeHealth = {
  provider: string
  answered_at: Time | null
  failed_at: Time | null
  failure: string | null
}
