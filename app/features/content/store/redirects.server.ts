import { allow, authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import type { Redirects } from '#app/platform/db/tables/content.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Invalid, NotFound, Refusal, invalidField } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import {
  MAX_REDIRECTS,
  redirectInput,
  type Redirect,
  type RedirectInput,
  type RedirectsQuery,
} from '#app/features/content/redirects.ts'
import { bulkForm, changeSelected, type BulkInput } from '#app/operations/bulk.ts'
import { notifyPublished } from '#app/features/content/store/publishing.server.ts'
import * as store from '#app/features/content/store/store.server.ts'

/** Lists all redirects by source path. */
export async function listRedirects(ctx: Context): Promise<Redirect[]> {
  allow(ctx, 'cms:write')
  return (await store.redirectRows(ctx.db)).map(present)
}

/** Returns a page of the redirects whose source or target contains a text. */
export async function findRedirects(ctx: Context, query: RedirectsQuery) {
  allow(ctx, 'cms:write')
  const { rows, total } = await store.redirectPage(ctx.db, query)
  return { redirects: rows.map(present), total }
}

/** Returns a page of redirects, with the limit and offset of the query. */
export async function pageOfRedirects(ctx: Context, query: RedirectsQuery) {
  const { limit, offset } = query
  return { ...(await findRedirects(ctx, query)), limit, offset }
}

const present = ({ from_path: from, to_path: to, created_at, created_by }: Redirects): Redirect => ({
  from,
  to,
  created_at,
  created_by,
})

/**
 * Creates a redirect. Existing redirects to `from` then target `to`, which avoids chains. Throws `Conflict` if an entry
 * is published at `from` or the limit is reached. Throws `Invalid` for a loop.
 */
export async function createRedirect(ctx: Context, input: RedirectInput): Promise<Redirect> {
  allow(ctx, 'cms:write')
  const made = await inTransaction(ctx, async (inner) => addRedirect(await openRedirects(inner), input))
  await notifyPublished(ctx)
  return made
}

/** Number of redirects in one transaction. */
const BATCH_SIZE = 100

/**
 * Creates redirects like `createRedirect`. A refused redirect does not affect the others, and its result contains the
 * reason. The caller must call `notifyPublished` once.
 */
export async function createRedirects(
  ctx: Context,
  inputs: readonly RedirectInput[],
): Promise<{ input: RedirectInput; refused: string | null }[]> {
  allow(ctx, 'cms:write')
  const results: { input: RedirectInput; refused: string | null }[] = []
  for (let from = 0; from < inputs.length; from += BATCH_SIZE) {
    await inTransaction(ctx, async (inner) => {
      const open = await openRedirects(inner)
      for (const input of inputs.slice(from, from + BATCH_SIZE)) {
        const refused = await addRedirect(open, input).then(
          () => null,
          (error: unknown) => {
            if (error instanceof Refusal) return error.message
            throw error
          },
        )
        results.push({ input, refused })
      }
    })
  }
  return results
}

type OpenRedirects = { ctx: Context; at: string; all: Map<string, string> }

/** Locks the redirects until the transaction ends, and reads them. */
async function openRedirects(ctx: Context): Promise<OpenRedirects> {
  const at = ctx.now().toISOString()
  await store.raiseRevision(ctx.db, at, 'redirects')
  const rows = await store.redirectRows(ctx.db)
  return { ctx, at, all: new Map(rows.map(({ from_path, to_path }) => [from_path, to_path])) }
}

/** Adds a redirect in the caller's transaction. All refusals precede the writes. */
async function addRedirect({ ctx, at, all }: OpenRedirects, { from, to }: RedirectInput): Promise<Redirect> {
  // Page paths are case-insensitive, so a redirect from another spelling of a path would never apply.
  if (ctx.contentIndex.find(from.toLowerCase()))
    throw new Conflict(`A page is published at ${from}. Unpublish the page before you create this redirect.`)
  if (all.size >= MAX_REDIRECTS)
    throw new Conflict(`The maximum is ${MAX_REDIRECTS} redirects. Delete a redirect first.`)
  const end = all.get(to) ?? to
  if (end === from.toLowerCase())
    throw invalidField('to', 'This redirect would create a loop. Use a different target.')
  const row = { from_path: from, to_path: end, created_at: at, ...authorColumns('created_by', ctx) }
  await store.retargetRedirects(ctx.db, from, end)
  await store.writeRedirect(row, ctx.db)
  for (const [source, target] of all) if (target === from) all.set(source, end)
  all.set(from, end)
  const target = { kind: 'redirect', id: from, name: from }
  await recordAudit(ctx, { action: 'redirect.created', target, details: { to: end } })
  return present(row)
}

/** Returns the target of the redirect that a publication at a path replaces, or null. */
export async function replacedRedirect(ctx: Context, path: string): Promise<string | null> {
  allow(ctx, 'cms:write')
  return (await store.redirectTarget(ctx.db, path)) ?? null
}

/**
 * Restores a replaced redirect. Returns false if a page has the path again, or the redirect would create a loop or
 * exceed the limit.
 */
export async function restoreRedirect(ctx: Context, input: RedirectInput): Promise<boolean> {
  if ((await replacedRedirect(ctx, input.from)) === input.to) return true
  try {
    await createRedirect(ctx, input)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** Deletes a redirect. Throws `NotFound`. */
export async function deleteRedirect(ctx: Context, { from }: { from: string }): Promise<null> {
  allow(ctx, 'cms:write')
  await inTransaction(ctx, async (inner) => {
    await store.raiseRevision(inner.db, inner.now().toISOString(), 'redirects')
    if (!(await store.removeRedirect(inner.db, from)))
      throw new NotFound(`There is no redirect from ${from}.`)
    const target = { kind: 'redirect', id: from, name: from }
    await recordAudit(inner, { action: 'redirect.deleted', target })
  })
  await notifyPublished(ctx)
  return null
}

export type RedirectAct = 'delete' | 'restore'

/** Redirects selected in the list, by source path. The value is the target, which restores a deleted redirect. */
export const redirectBulkForm = bulkForm<RedirectAct>(['delete', 'restore'])

/** Deletes or restores several redirects in sequence. Throws `Invalid`. */
export async function changeRedirects(ctx: Context, input: BulkInput<RedirectAct>) {
  allow(ctx, 'cms:write')
  return changeSelected(input, ['redirect', 'redirects'], async ({ key: from, value: to, act }) => {
    if (act === 'delete') {
      await deleteRedirect(ctx, { from })
      return { value: to, undo: 'restore' as const }
    }
    const { data } = redirectInput.safeParse({ from, to })
    if (!data) throw new Invalid('The redirect is invalid. Create the redirect with the form.')
    await createRedirect(ctx, data)
    return { value: to, undo: null }
  })
}
