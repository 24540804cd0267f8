import type { Call } from '#agent-tools/tool/call.ts'
import { changedFields, pickGiven, guildId, limit, offset, version } from '#agent-tools/tool/inputs.ts'
import type { HostTool } from '#agent-tools/tool/host.ts'
import type { Route } from '#agent-tools/tool/tool-schema.ts'
import { failure, throwIfStale, type ToolResult } from '#agent-tools/tool/result.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import { sanitize, listResult, shorten, withTextPart } from '#agent-tools/tool/text.ts'
import { type ToolContext, tool } from '#agent-tools/tool/tool.ts'

type Resource = { id: string; name: string; version: number }

/** What a guild has many of, and an administrator writes: its commands and its automations. */
export type ResourceKind<T extends Resource> = {
  noun: 'command' | 'automation'
  routes: Record<'list' | 'read' | 'create' | 'update' | 'remove', Route>
  /** The fields that an administrator writes. */
  writable: Record<string, Property>
  /** Those of them that a new one needs. */
  required: readonly string[]
  /** Those that are null when they are given empty. */
  nullable: readonly string[]
  /** What the site takes of an input, where that is not the input itself. */
  sent?<I extends object>(input: I): I
  /** What a tool tells of one. */
  present(guildId: string, thing: T): object
}

const resourceId = { type: 'string', maxLength: 100 } as const

type Words = Pick<HostTool, 'name' | 'title' | 'description'>

/** The tool that lists a kind, or reads one of it in full: as JSON in parts, for it may be longer than an answer. */
export const listTool = <T extends Resource>(
  { noun, routes, writable, present }: ResourceKind<T>,
  words: Words,
) =>
  tool({
    ...words,
    uses: [routes.list, routes.read],
    input: {
      guild_id: guildId,
      id: { ...resourceId, description: 'Only the one with this id, in full.' },
      enabled: { type: 'boolean', description: 'Only those that are on, or off.' },
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

/** The tool that makes one of a kind, or changes one that is there: what is not given stays. */
export const saveTool = <T extends Resource>(kind: ResourceKind<T>, words: Words) =>
  tool({
    ...words,
    uses: [kind.routes.read, kind.routes.create, kind.routes.update],
    input: {
      guild_id: guildId,
      id: { ...resourceId, description: 'The one to change. Leave it out to make a new one.' },
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
    return { ok: true, summary: `The ${noun} was so already`, [noun]: present(guildId, before) }
  const was = writableFields(before, writable)
  const words = `${changed.join(' and ')} of the ${noun} “${shorten(before.name, 60)}”`
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
    const hint = `Give ${required.join(', ')}; or id, to change one that is there.`
    return failure('invalid_request', `A new ${noun} needs ${missing}.`, { path: missing, hint })
  }
  const proposal = { summary: `Make the ${noun} “${shorten(String(given.name), 60)}”`, [noun]: given }
  const ask = { params: { guildId }, body: given, proposal }
  const made = (await call<Record<string, T>>(routes.create, ask)).data[noun]!
  const params = { guildId, id: made.id }
  return {
    ok: true,
    summary: `Made the ${noun} “${shorten(made.name, 60)}”`,
    [noun]: present(guildId, made),
    ...undo((call) => call(routes.remove, { params, version: made.version })),
  }
}

const readResource = async <T>(noun: string, route: Route, params: Record<string, string>, call: Call) =>
  (await call<Record<string, T>>(route, { params })).data[noun]!

const writableFields = (thing: object, written: Record<string, Property>) =>
  pickGiven(thing as Record<string, unknown>, Object.keys(written))
