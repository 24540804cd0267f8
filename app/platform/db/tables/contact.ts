import type { Time } from '#app/platform/db/tables/columns.ts'

export type ContactSubmissions = {
  id: string
  name: string
  email: string
  subject: string | null
  message: string
  status: 'unread' | 'read' | 'resolved' | 'spam'
  /** Reason for marking the message as spam on arrival, or null. */
  spam_reason: 'honeypot' | 'too_fast' | null
  note: string | null
  created_at: Time
  /** Start of the current status, from which retention is counted. */
  status_at: Time
  updated_at: Time | null
}

/** Used proof of work, kept until it expires. */
export type SolvedChallenges = { id: string; expires_at: Time }

/** Last success and failure of an external challenge provider. */
export type ChallengeHealth = {
  provider: string
  answered_at: Time | null
  failed_at: Time | null
  failure: string | null
}
