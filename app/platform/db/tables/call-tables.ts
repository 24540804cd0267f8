import type { Json, Time } from '#app/platform/db/tables/columns.ts'

/** A confirmation that was used. It is kept until it would not count any more. */
export type SpentConfirmations = { id: string; expires_at: Time }

/** A write under a key of its caller’s, and what it was answered with. */
export type IdempotencyKeys = {
  /** Made from who calls and the key, so that the key itself is not kept. */
  id: string
  /** Null for who is not signed in. */
  user_id: string | null
  operation: string
  fingerprint: string
  /** Null while it runs. */
  status: number | null
  headers: Json<Record<string, string>> | null
  /** Null while it runs, and for what is too large to keep. */
  body: string | null
  started_at: Time
  expires_at: Time
}
