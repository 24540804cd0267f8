import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Invalid, NotFound, invalidField } from '#app/errors.ts'
import {
  changeEntry,
  changedFields,
  requireEntry,
  type EntryOf,
  type EntryVersion,
} from '#app/features/cms/change.server.ts'
import { checkFields, checkPublishable } from '#app/features/cms/checks.server.ts'
import { withDescription } from '#app/features/cms/field-values.ts'
import { columnsOf, shownOf, slugOfFile, typeOf } from '#app/features/cms/present.server.ts'
import { hideRow } from '#app/features/cms/publishing.server.ts'
import { type CmsEntry, entryStatuses, type Revision, type RevisionAct } from '#app/features/cms/schema.ts'
import * as store from '#app/features/cms/store.server.ts'
import {
  notifyPublished,
  setPublished,
  unsetPublished,
} from '#app/features/content/store/publishing.server.ts'
import { replacedRedirect, restoreRedirect } from '#app/features/content/store/redirects.server.ts'
import { equalHashes, hashToken } from '#app/platform/security/tokens.server.ts'
import { fromJson } from '#app/primitives/json.ts'

type Paged = { limit: number; offset: number }

/** Lists the revisions of an entry, newest first. Content files have no revisions. Throws `NotFound`. */
export async function listRevisions(ctx: Context, { limit, offset, ...entry }: EntryOf & Paged) {
  allow(ctx, 'cms:write')
  if (slugOfFile(entry.id) !== null) return { revisions: [], total: 0, limit, offset }
  await requireEntry(ctx, entry)
  const rows = await store.revisionRows(ctx.db, entry.id, { limit: limit + 1, offset })
  const revisions: Revision[] = []
  for (const [at, row] of rows.slice(0, limit).entries()) {
    const earlier = rows.slice(at + 1).find(({ fields }) => fields !== null)
    const before =
      row.fields === null ? null : (earlier ?? (await store.fieldsAt(ctx.db, entry.id, row.n - 1)))
    revisions.push(present(row, before ?? null))
  }
  return { revisions, total: await store.countRevisions(ctx.db, entry.id), limit, offset }
}

function present(row: store.RevisionRow, before: store.RevisionRow | null): Revision {
  const { n, act, at, by } = row
  const changed =
    row.fields && before?.fields ? changedFields(fromJson(before.fields), fromJson(row.fields)) : []
  return { n, act: act as RevisionAct, at, by, changed }
}

/** Returns an entry's text at a revision, and the action that created the revision. Throws `NotFound`. */
export async function readRevision(ctx: Context, { n, ...entry }: EntryOf & { n: number }) {
  allow(ctx, 'cms:write')
  await requireEntry(ctx, entry)
  const row = await store.revisionRow(ctx.db, entry.id, n)
  const text = row && (await store.fieldsAt(ctx.db, entry.id, n))
  if (!row || !text?.fields)
    throw new NotFound('This revision does not exist. Choose a revision from the history.')
  const before = row.fields === null ? null : ((await store.fieldsAt(ctx.db, entry.id, n - 1)) ?? null)
  return { revision: present(row, before), fields: fromJson(text.fields) }
}

/**
 * Saves the text of an earlier revision as the next version. The slug does not change. Throws `NotFound`, `Stale`, and
 * `Invalid` if the text is no longer allowed.
 */
export async function restoreRevision(
  ctx: Context,
  { n, ...entry }: EntryVersion & { n: number },
): Promise<CmsEntry> {
  allow(ctx, 'cms:write')
  const { fields } = await readRevision(ctx, { ...entry, n })
  const { slug } = await requireEntry(ctx, entry)
  const text = { ...fields, slug }
  await checkFields(ctx, entry.type, text)
  return changeEntry(ctx, entry, { act: 'restored', work: () => columnsOf(text) })
}

/** Status of an entry with its published version and its schedule, which an action can restore. */
type EntryState = Pick<CmsEntry, 'status' | 'live_version' | 'scheduled_at'> & {
  /** True if the published version has the latest text. */
  isCurrent: boolean
  /** Target of the redirect at the entry's URL, or null. */
  redirect: string | null
  /** Version whose text the action replaced. Null if the action kept the text. */
  text: number | null
}

/** Entry before an action, with the redirect that a publication replaces. */
export type BeforeAction = CmsEntry & Pick<EntryState, 'redirect'>

/** Adds the redirect at the entry's URL, which a publication replaces. */
export const withRedirect = async (ctx: Context, entry: CmsEntry): Promise<BeforeAction> => ({
  ...entry,
  redirect: await replacedRedirect(ctx, entry.path),
})

/** Separates the parts of a state. Paths of redirects do not contain this character. */
const SEPARATOR = '*'

/**
 * Writes the state of an entry before an action as a text without spaces, for a form that restores it. The text is signed for
 * the version `after` the action, so that a form cannot restore any other state.
 */
export function stateText(ctx: Signing, before: BeforeAction, after: CmsEntry): string {
  const { status, live_version, scheduled_at, version, redirect } = before
  const isCurrent = live_version === version ? 'current' : ''
  const replaced = changedFields(before, after).length > 0 ? version : ''
  const parts = [status, live_version ?? '', isCurrent, scheduled_at ?? '', replaced, redirect ?? '']
  const text = parts.join(SEPARATOR)
  return [text, signatureOf(ctx, text, after)].join(SEPARATOR)
}

type Signing = Pick<Context, 'config' | 'secrets'>

const signatureOf = (ctx: Signing, text: string, { id, version }: Pick<CmsEntry, 'id' | 'version'>) =>
  hashToken(ctx, `undo ${id} ${version} ${text}`).slice(0, 32)

/** Reads the text of a state that an entry had before its current version. Throws `Invalid`. */
function parseState(ctx: Signing, signed: string, entry: Pick<CmsEntry, 'id' | 'version'>): EntryState {
  const [name, live = '', current, at = '', replaced = '', redirect = '', signature = ''] =
    signed.split(SEPARATOR)
  const status = entryStatuses.find((one) => one === name)
  const text = signed.slice(0, -signature.length - 1)
  if (!status || !equalHashes(signature, signatureOf(ctx, text, entry)))
    throw new Invalid('This change cannot be undone. Reload the page.')
  return {
    status,
    live_version: live ? Number(live) : null,
    isCurrent: current === 'current',
    scheduled_at: at || null,
    text: replaced ? Number(replaced) : null,
    redirect: redirect || null,
  }
}

/** Returns the name of the change in the history. */
function actOf({ status, live_version, text }: EntryState, before: store.EntryRow) {
  if (status === 'archived' || status === 'scheduled') return status
  if (before.status === 'scheduled' && before.live_version === live_version) return 'unscheduled'
  // Readers did not see the archived entry, so nothing was unpublished.
  if (before.status === 'archived' && status === 'draft') return 'unarchived'
  if (status === 'draft') return text !== null && before.live_version === null ? 'restored' : 'unpublished'
  return status
}

/**
 * Restores the status, the published version, the schedule and the replaced redirect of an entry from `stateText`, and
 * the text if the action replaced it. `lostRedirect` is the target of a redirect that could not be restored. Announces
 * nothing, because the published version was already announced. Throws `NotFound`, `Stale`, `Conflict` if the URL is
 * taken, and `Invalid` if the state cannot be restored.
 */
export async function restoreState(
  ctx: Context,
  { state: signed, ...entry }: EntryVersion & { state: string },
): Promise<{ entry: CmsEntry; act: RevisionAct; lostRedirect: string | null }> {
  allow(ctx, 'cms:write')
  const state = parseState(ctx, signed, entry)
  const { live_version, scheduled_at, status } = state
  if (scheduled_at !== null && new Date(scheduled_at) <= ctx.now())
    throw invalidField('scheduled_at', 'The scheduled time has passed. Schedule the entry again.')
  const before = await requireEntry(ctx, entry)
  const live = live_version === null ? null : await textAt(ctx, entry, live_version)
  const text = state.text === null ? null : (await textAt(ctx, entry, state.text)).fields
  if (live) await checkPublishable(ctx, entry.type, live.fields)
  const act = actOf(state, before)
  const restored = await changeEntry(ctx, entry, {
    act,
    async work(inner, row) {
      const first = row.published_at ?? inner.now().toISOString()
      if (status === 'archived') await hideRow(inner, row)
      else if (live)
        await setPublished(
          inner,
          row.id,
          shownOf(typeOf(row), withDescription(live.fields), { first, now: live.at }),
        )
      else await unsetPublished(inner, row.id)
      return {
        ...(text && columnsOf(text)),
        status,
        scheduled_at,
        trouble: null,
        live_version: state.isCurrent ? row.version + 1 : live_version,
      }
    },
  })
  await notifyPublished(ctx)
  const { redirect: to } = state
  const lostRedirect = to !== null && !(await restoreRedirect(ctx, { from: restored.path, to })) ? to : null
  if (scheduled_at !== null) await ctx.signals.publish('schedule', {})
  return { entry: restored, act, lostRedirect }
}

/** Returns the text of a version, and the time of its revision. */
async function textAt({ db }: Context, { id }: EntryVersion, version: number) {
  const text = await store.fieldsAt(db, id, version)
  const revision = await store.revisionRow(db, id, version)
  if (!text?.fields || !revision) throw new Conflict('This version no longer exists. Reload the page.')
  return { fields: fromJson(text.fields), at: revision.at }
}
