import { ulid } from 'ulid'
import { allow, authorColumns } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { found } from '#app/errors.ts'
import { requireUsable } from '#app/features/actions/usable.server.ts'
import { type Action, withoutSecrets } from '#app/features/actions/schema.ts'
import type { ItemAct } from '#app/features/actions/item-bulk.ts'
import { recordAudit, staleError } from '#app/features/audit/audit.server.ts'
import { allowGuild, readGuild } from '#app/features/guilds/guilds.server.ts'
import { guildOfKey } from '#app/features/settings/settings.server.ts'
import { bulkForm, changeSelected, versionOf, type BulkInput } from '#app/operations/bulk.ts'
import type {
  GuildItemStore,
  ItemRef,
  ItemRow,
  ItemSearch,
  ItemSort,
  ItemVersion,
} from '#app/platform/db/guild-items.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { changedNames, pick } from '#app/primitives/objects.ts'
import type { PagedQuery } from '#app/primitives/schema.ts'

type GuildRef = { guildId: string }
type Listed = PagedQuery & ItemSort & { q?: string | undefined }
type SlowItem = Pick<ItemRow, 'id' | 'guild_id' | 'name' | 'version'>

const newColumns = (ctx: Context, guildId: string) => ({
  id: ulid(ctx.now().getTime()),
  guild_id: guildId,
  created_at: ctx.now().toISOString(),
  updated_at: ctx.now().toISOString(),
  ...authorColumns('updated_by', ctx),
  version: 1,
})

/** Differences between automations and commands. */
type ItemKind<Row extends ItemRow, Item, Input, Written> = {
  kind: 'automation' | 'command'
  store: GuildItemStore<Row>
  /** Fields that authors can edit. */
  fields: readonly (keyof Input & keyof Item)[]
  present(row: Row): Item
  /** Returns the columns for an author's input. `before` is the row that the columns replace. */
  columns(input: Input, ctx: Context, before?: Row): Written
  /** Throws `Invalid` for invalid conditions or an invalid schedule. Skipped when `toggle` disables an item. */
  check(ctx: Context, input: Input): Promise<void>
  /** Inserts a row. Throws `Conflict` if the guild has too many items or an item with this name. */
  insert(ctx: Context, row: Written & ReturnType<typeof newColumns>): Promise<Row>
  /** Throws if the row or another row does not allow the change. */
  checkChange?(ctx: Context, before: Row, input: Input): Promise<void>
  /** Locks the rows needed to write an item, at the start of the transaction. */
  lock?(ctx: Context, guildId: string): Promise<unknown>
  /** Stops the unfinished work of an item that is being disabled or deleted. */
  stop?(ctx: Context, item: { id: string; because: 'disabled' | 'deleted' }): Promise<void>
}

/** Automations or commands selected in the list, by id. */
export const itemBulkForm = bulkForm<ItemAct>(['enable', 'disable', 'delete'], ['delete'])

/** Creates the functions that automations and commands share. */
export function guildItems<
  Row extends ItemRow,
  Item extends { actions: Action<unknown>[]; version: number },
  Input extends { enabled: boolean; actions: Parameters<typeof requireUsable>[2] },
  Written extends Partial<Row>,
>(options: ItemKind<Row, Item, Input, Written>) {
  const { kind, store, fields, present, columns, check } = options
  const changeAction = `${kind}.changed` as const

  const requireRow = async (ctx: Context, ref: ItemRef): Promise<Row> =>
    found(await store.byId(ctx.db, ref), `This guild has no ${kind} with this id. Use an id from the list.`)

  const recordChange = (
    ctx: Context,
    verb: 'created' | 'changed' | 'deleted',
    { id, name, guild_id }: SlowItem,
    details: Record<string, unknown>,
  ) =>
    recordAudit(ctx, {
      action: `${kind}.${verb}`,
      target: { kind, id, name },
      details: { guild_id, ...details },
    })

  async function page(
    ctx: Context,
    { guildId, limit, offset, ...narrow }: GuildRef & Listed,
    show: (row: Row) => Item,
  ) {
    const rows = await store.list(ctx.db, { guildId, ...narrow, limit, offset })
    const total = await store.count(ctx.db, { guildId, ...narrow })
    return { guild_id: guildId, items: rows.map(show), total, limit, offset }
  }

  /** Reads one item. Keys without the scope to write items get no secrets. Throws `NotFound`. */
  async function read(ctx: Context, { guildId, id }: ItemRef): Promise<Item> {
    await allowGuild(ctx, 'guild:read', guildId)
    const item = present(await requireRow(ctx, { guildId, id }))
    const isOpen = ctx.actor.kind !== 'key' || ctx.actor.scopes.includes(`${kind}s:write`)
    return isOpen ? item : withHiddenSecrets(item)
  }

  const withHiddenSecrets = (item: Item): Item => ({ ...item, actions: item.actions.map(withoutSecrets) })

  /** Returns the fields that authors can edit. */
  const authored = (item: Item) => pick(item, fields) as unknown as Input

  const write = (ctx: Context, { guildId, id, version }: ItemVersion, input: Input) =>
    inTransaction(ctx, async (inner) => {
      await options.lock?.(inner, guildId)
      const row = await requireRow(inner, { guildId, id })
      await options.checkChange?.(inner, row, input)
      const written = {
        ...columns(input, inner, row),
        stopped_at: null,
        updated_at: inner.now().toISOString(),
        ...authorColumns('updated_by', inner),
      }
      const next = await store.write(inner.db, { guildId, id, version }, written)
      if (!next) throw await staleError(inner, { action: changeAction, id, version }, row)
      if (row.enabled && !next.enabled) await options.stop?.(inner, { id, because: 'disabled' })
      const [before, after] = [present(row), present(next)]
      const changed = changedNames(fields, before, after)
      await recordChange(inner, 'changed', next, { changed, version: next.version })
      return after
    })

  /** Enables or disables an item without other changes. Can also disable an item that is no longer valid. */
  async function toggle(ctx: Context, { enabled, ...at }: ItemVersion & { enabled: boolean }): Promise<Item> {
    await allowGuild(ctx, 'guild:write', at.guildId)
    const input = { ...authored(await read(ctx, at)), enabled }
    if (enabled) await check(ctx, input)
    return write(ctx, at, input)
  }

  /** Deletes an item. Throws like `update`. */
  async function remove(ctx: Context, { guildId, id, version }: ItemVersion): Promise<null> {
    await allowGuild(ctx, 'guild:write', guildId)
    return inTransaction(ctx, async (inner) => {
      await options.lock?.(inner, guildId)
      const before = await requireRow(inner, { guildId, id })
      await options.stop?.(inner, { id, because: 'deleted' })
      if (!(await store.remove(inner.db, { guildId, id, version }))) {
        throw await staleError(inner, { action: changeAction, id, version }, before)
      }
      await recordChange(inner, 'deleted', before, { version })
      return null
    })
  }

  return {
    requireRow,
    read,
    authored,

    /**
     * Returns these guilds' items whose names contain the text, ordered by name. Throws if the actor has no access to a
     * guild.
     */
    async search(ctx: Context, asked: ItemSearch) {
      for (const id of asked.guildIds) allow(ctx, 'guild:read', id)
      return asked.guildIds.length > 0 ? store.search(ctx.db, asked) : []
    },

    /** Returns these guilds' items that the service disabled because a condition took too long. */
    async listSlow(ctx: Context, { guildIds, most }: { guildIds: string[]; most: number }) {
      for (const id of guildIds) allow(ctx, 'guild:read', id)
      const rows = await store.slow(ctx.db, guildIds, most)
      return rows.map(({ stopped_at, ...row }) => ({ ...row, at: stopped_at! }))
    },

    /** Returns a page of a guild's items, by default ordered by name. Throws `NotFound` for an unknown guild. */
    async list(ctx: Context, asked: GuildRef & Listed) {
      await readGuild(ctx, { id: asked.guildId })
      return page(ctx, asked, present)
    },

    /** Returns a page of items from the API key's guild, without secrets. */
    async report(ctx: Context, query: PagedQuery) {
      allow(ctx, `${kind}s:read`)
      return page(ctx, { guildId: guildOfKey(ctx.actor), ...query }, (row) => withHiddenSecrets(present(row)))
    },

    async create(ctx: Context, guildId: string, input: Input): Promise<Item> {
      await allowGuild(ctx, 'guild:write', guildId)
      await check(ctx, input)
      await requireUsable(ctx, guildId, input.actions)
      return inTransaction(ctx, async (inner) => {
        await readGuild(inner, { id: guildId })
        const row = await options.insert(inner, { ...columns(input, inner), ...newColumns(inner, guildId) })
        await recordChange(inner, 'created', row, { version: 1 })
        return present(row)
      })
    },

    /** Replaces an item. Throws `Stale` if the item is no longer at `version`. */
    async update(ctx: Context, at: ItemVersion, input: Input): Promise<Item> {
      await allowGuild(ctx, 'guild:write', at.guildId)
      await check(ctx, input)
      await requireUsable(ctx, at.guildId, input.actions)
      return write(ctx, at, input)
    },

    toggle,
    remove,

    /** Applies one action to several items of a guild in sequence. Throws `Invalid`. */
    async changeMany(ctx: Context, { guildId, ...input }: GuildRef & BulkInput<ItemAct>) {
      await allowGuild(ctx, 'guild:write', guildId)
      return changeSelected(input, [kind, `${kind}s`], async ({ key, act, ...item }) => {
        const at = { guildId, id: key, version: versionOf(item) }
        if (act === 'delete') return remove(ctx, at).then(() => ({ value: item.value, undo: null }))
        const { enabled: before } = await requireRow(ctx, at)
        const enabled = act === 'enable'
        if (Boolean(before) === enabled) return null
        const { version } = await toggle(ctx, { ...at, enabled })
        return { value: String(version), undo: before ? ('enable' as const) : ('disable' as const) }
      })
    },

    /** Disables an item whose conditions take too long, unless its author has since changed the item. */
    async disableSlow(ctx: Context, item: SlowItem, reason: string, more?: (at: string) => Partial<Row>) {
      const { id, version, guild_id: guildId } = item
      const system: Context = { ...ctx, actor: { kind: 'system' } }
      await inTransaction(system, async (inner) => {
        await options.lock?.(inner, guildId)
        const at = inner.now().toISOString()
        const author = { updated_at: at, ...authorColumns('updated_by', inner) }
        const stopped = { enabled: 0, stopped_at: at, ...author, ...more?.(at) }
        const row = await store.write(inner.db, { guildId, id, version }, stopped)
        if (!row) return
        await options.stop?.(inner, { id, because: 'disabled' })
        const details = { changed: ['enabled'], version: row.version, reason: 'too_slow' }
        await recordChange(inner, 'changed', item, details)
      })
      const name = kind === 'automation' ? 'an automation' : 'a command'
      ctx.log.warn(
        { [kind]: id, guild: guildId, reason },
        `${name} was disabled because its conditions took too long`,
      )
    },
  }
}
