import { allow, requireProof } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { csvRecord } from '#app/primitives/csv.ts'
import { dayOf } from '#app/primitives/days.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { inboxColumns, type SubmissionStatus } from '#app/features/contact/schema.ts'
import { submissionsAfter } from '#app/features/contact/store.server.ts'

/** Messages per query, which limits memory use. */
const PAGE = 100

type Wanted = { status?: SubmissionStatus | undefined }

/**
 * Exports messages to a file, oldest first, with unmasked senders. Omits spam unless `status` is set. Audited. Reads
 * page by page, so no query stays open. Requires a recent proof of identity.
 */
export async function exportSubmissions(ctx: Context, { status }: Wanted) {
  allow(ctx, 'contact:read')
  requireProof(ctx)
  return {
    name: `signpost-contact-${status ?? 'inbox'}-${dayOf(ctx.now())}.csv`,
    type: 'text/csv; charset=utf-8; header=present',
    chunks: write(ctx, { status }),
  }
}

/** Writes the export. Starts when the body is read, so a HEAD request is not audited. */
async function* write(ctx: Context, { status }: Wanted): AsyncGenerator<string> {
  await recordAudit(ctx, { action: 'contact.exported', details: { status: status ?? 'all but spam' } })
  yield csvRecord(inboxColumns)
  for (let after = ''; ;) {
    const rows = await submissionsAfter(ctx.db, { status, after, limit: PAGE })
    if (rows.length) yield rows.map((row) => csvRecord(inboxColumns.map((name) => row[name]))).join('')
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}
