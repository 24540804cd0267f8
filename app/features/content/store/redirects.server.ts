import { allow, authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import type { Redirects } from '#app/platform/db/tables/content.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, Invalid, NotFound } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import type { Redirect, RedirectInput, RedirectsQuery } from '#app/features/content/redirects.ts'
import { notifyPublished } from '#app/features/content/store/publishing.server.ts'
import {
  countRedirects,
  raiseRevision,
  redirectPage,
  redirectRows,
  removeRedirect,
  retargetRedirects,
  writeRedirect,
} from '#app/features/content/store/store.server.ts'

/** Each instance keeps all of them in memory. */
const MAX_REDIRECTS = 10_000

/** Every redirect, by the address that it leads from. */
export async function listRedirects(ctx: Context): Promise<Redirect[]> {
  allow(ctx, 'cms:write')
  return (await redirectRows(ctx.db)).map(present)
}

/** A page of the redirects that have a text in one of their two addresses. */
export async function findRedirects(ctx: Context, query: RedirectsQuery) {
  allow(ctx, 'cms:write')
  const { rows, total } = await redirectPage(ctx.db, query)
  return { redirects: rows.map(present), total }
}

/** Returns a page of the redirects with what was asked for. */
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
 * Has an address lead to another. What led to `from` leads to `to` from now on, so that nobody is sent on twice. Throws
 * `Conflict` where something is published, or when there are too many, and `Invalid` for a circle.
 */
export async function createRedirect(ctx: Context, { from, to }: RedirectInput): Promise<Redirect> {
  allow(ctx, 'cms:write')
  if (ctx.contentIndex.find(from))
    throw new Conflict(`There is a page at ${from}: readers would not be sent on.`)
  const made = await inTransaction(ctx, async (inner) => {
    const at = inner.now().toISOString()
    await raiseRevision(inner.db, at, 'redirects')
    if ((await countRedirects(inner.db)) >= MAX_REDIRECTS)
      throw new Conflict(`There can be ${MAX_REDIRECTS} redirects.`)
    const all = new Map((await redirectRows(inner.db)).map(({ from_path, to_path }) => [from_path, to_path]))
    const end = all.get(to) ?? to
    if (end === from) {
      const message = 'This would lead in a circle.'
      throw new Invalid(message, [{ path: 'to', message }])
    }
    const row = { from_path: from, to_path: end, created_at: at, ...authorColumns('created_by', inner) }
    await retargetRedirects(inner.db, from, end)
    await writeRedirect(row, inner.db)
    const target = { kind: 'redirect', id: from, name: from }
    await recordAudit(inner, { action: 'redirect.created', target, details: { to: end } })
    return present(row)
  })
  await notifyPublished(ctx)
  return made
}

/** Has an address lead nowhere. Throws `NotFound`. */
export async function deleteRedirect(ctx: Context, { from }: { from: string }): Promise<null> {
  allow(ctx, 'cms:write')
  await inTransaction(ctx, async (inner) => {
    await raiseRevision(inner.db, inner.now().toISOString(), 'redirects')
    if (!(await removeRedirect(inner.db, from))) throw new NotFound(`Nothing leads on from ${from}.`)
    const target = { kind: 'redirect', id: from, name: from }
    await recordAudit(inner, { action: 'redirect.deleted', target })
  })
  await notifyPublished(ctx)
  return null
}
