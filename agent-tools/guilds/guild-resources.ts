import type { Call } from '#agent-tools/tool/call.ts'
import { changedFields, pickGiven, guildId, limit, offset, version } from '#agent-tools/tool/inputs.ts'
import type { HostTool } from '#agent-tools/tool/host.ts'
import type { Route } from '#agent-tools/tool/tool-schema.ts'
import { failure, throwIfStale, type ToolResult } from '#agent-tools/tool/result.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import { sanitize, listResult, sanitizeLine, withTextPart } from '#agent-tools/tool/text.ts'
import { type ToolContext, tool } from '#agent-tools/tool/tool.ts'

type Resource = { id: string; name: string; version: number }

/** Kind of guild resource that administrators edit: commands or automations. */
export type ResourceKind<T extends Resource> = {
  noun: 'command' | 'automation'
  routes: Record<'list' | 'read' | 'create' | 'update' | 'remove', Route>
  /** Fields that administrators can write. */
  writable: Record<string, Property>
  /** Writable fields that a new resource requires. */
  required: readonly string[]
  /** Writable fields in which an empty string means null. */
  nullable: readonly string[]
  /** Converts a tool input to an API input, if the two differ. */
  sent?<I extends object>(input: I): I
  /** Converts a resource to the fields that a tool returns. */
  present(guildId: string, thing: T): object
}

const resourceId = { type: 'string', maxLength: 100 } as const

type Words = Pick<HostTool, 'name' | 'title' | 'description'>

/** Creates the tool that lists resources or reads one resource. Long JSON is split to fit the output budget. */
export const listTool = <T extends Resource>(
  { noun, routes, writable, present }: ResourceKind<T>,
  words: Words,
) =>
  tool({
    ...words,
    uses: [routes.list, routes.read],
    input: {
      guild_id: guildId,
      id: { ...resourceId, description: 'Id of the item to return in full.' },
      enabled: { type: 'boolean', description: 'Only items that are enabled (true) or disabled (false).' },
      limit,
      offset,
    },
    required: ['guild_id'],
    describeInput: ({ id }) => id,
    async run({ guild_id: guildId, id, offset, ...query }, { call }) {
      if (id) {
        const thing = await readResource<T>(noun, routes.read, { guildId, id }, call)
        const definition = sanitize(JSON.stringify(writableFields(thing, writable)))
        return withTextPart({ [noun]: present(guildId, thing) }, 'definition', definition, offset)
      }
      const ask = { params: { guildId }, query: { ...query, offset } }
      const { data } = await call<Record<string, T[]> & { total: number; offset: number }>(routes.list, ask)
      const name = `${noun}s`
      const rows = data[name]!.map((thing) => present(guildId, thing))
      return listResult(name, rows, data)
    },
  })

/** Creates the tool that creates or updates a resource. Updates keep omitted fields. */
export const saveTool = <T extends Resource>(kind: ResourceKind<T>, words: Words) =>
  tool({
    ...words,
    uses: [kind.routes.read, kind.routes.create, kind.routes.update],
    input: {
      guild_id: guildId,
      id: { ...resourceId, description: 'Id of the item to change. To create an item, omit id.' },
      version,
      ...kind.writable,
    },
    required: ['guild_id'],
    describeInput: (input) => String((input as { name?: string }).name ?? input.id ?? ''),
    run: (input, context) => saveThing(kind, kind.sent?.(input) ?? input, context),
  })

async function saveThing<T extends Resource>(
  kind: ResourceKind<T>,
  {
    guild_id: guildId,
    id,
    version: based,
    ...input
  }: Record<string, unknown> & { guild_id: string; id?: string; version?: number },
  context: ToolContext,
): Promise<ToolResult> {
  const { noun, routes, writable, nullable, present } = kind
  const { call, undo } = context
  const given = pickGiven(input, Object.keys(writable))
  for (const name of nullable) if (given[name] === '') given[name] = null
  if (!id) return createResource(kind, guildId, given, context)
  const params = { guildId, id }
  const before = await readResource<T>(noun, routes.read, params, call)
  throwIfStale(based, before.version, input.confirm_token)
  const changed = changedFields(before, given)
  if (!changed.length)
    return { ok: true, summary: `The ${noun} is unchanged`, [noun]: present(guildId, before) }
  const was = writableFields(before, writable)
  const words = `${changed.join(' and ')} of the ${noun} “${sanitizeLine(before.name, 60)}”`
  const proposal = {
    summary: `Change ${words}`,
    from: pickGiven(was, changed),
    to: pickGiven(given, changed),
  }
  const ask = { params, version: based ?? before.version, body: { ...was, ...given }, proposal }
  const after = (await call<Record<string, T>>(routes.update, ask)).data[noun]!
  return {
    ok: true,
    summary: `Changed ${words}`,
    [noun]: present(guildId, after),
    ...undo((call) => call(routes.update, { params, version: after.version, body: was })),
  }
}

async function createResource<T extends Resource>(
  { noun, routes, required, present }: ResourceKind<T>,
  guildId: string,
  given: Record<string, unknown>,
  { call, undo }: ToolContext,
): Promise<ToolResult> {
  const missing = required.find((name) => given[name] === undefined)
  if (missing) {
    const hint = `Pass ${required.join(', ')} to create an item, or id to change an existing item.`
    return failure('invalid_request', `A new ${noun} needs ${missing}.`, { path: missing, hint })
  }
  const proposal = { summary: `Create the ${noun} “${sanitizeLine(String(given.name), 60)}”`, [noun]: given }
  const ask = { params: { guildId }, body: given, proposal }
  const made = (await call<Record<string, T>>(routes.create, ask)).data[noun]!
  const params = { guildId, id: made.id }
  return {
    ok: true,
    summary: `Created the ${noun} “${sanitizeLine(made.name, 60)}”`,
    [noun]: present(guildId, made),
    ...undo((call) => call(routes.remove, { params, version: made.version })),
  }
}

const readResource = async <T>(noun: string, route: Route, params: Record<string, string>, call: Call) =>
  (await call<Record<string, T>>(route, { params })).data[noun]!

const writableFields = (thing: object, written: Record<string, Property>) =>
  pickGiven(thing as Record<string, unknown>, Object.keys(written))
