import type { Call } from '#agent-tools/tool/call.ts'
import { changedIn, givenOf, guildId, limit, offset, version } from '#agent-tools/tool/inputs.ts'
import type { HostTool } from '#agent-tools/tool/host.ts'
import type { Route } from '#agent-tools/tool/tool-schema.ts'
import { failure, refuseStale, type ToolResult } from '#agent-tools/tool/result.ts'
import type { Property } from '#agent-tools/tool/schema.ts'
import { clean, listed, short, withPart } from '#agent-tools/tool/text.ts'
import { type Doing, tool } from '#agent-tools/tool/tool.ts'

type Thing = { id: string; name: string; version: number }

/** What a guild has many of, and an administrator writes: its commands and its automations. */
export type Kind<T extends Thing> = {
  noun: 'command' | 'automation'
  routes: Record<'list' | 'read' | 'create' | 'update' | 'remove', Route>
  /** The fields that an administrator writes. */
  written: Record<string, Property>
  /** Those of them that a new one needs. */
  needed: readonly string[]
  /** Those that are null when they are given empty. */
  emptied: readonly string[]
  /** What the site takes of an input, where that is not the input itself. */
  sent?<I extends object>(input: I): I
  /** What a tool tells of one. */
  shown(guildId: string, thing: T): object
}

const thingId = { type: 'string', maxLength: 100 } as const

type Words = Pick<HostTool, 'name' | 'title' | 'description'>

/** The tool that lists a kind, or reads one of it in full: as JSON in parts, for it may be longer than an answer. */
export const listTool = <T extends Thing>({ noun, routes, written, shown }: Kind<T>, words: Words) =>
  tool({
    ...words,
    uses: [routes.list, routes.read],
    input: {
      guild_id: guildId,
      id: { ...thingId, description: 'Only the one with this id, in full.' },
      enabled: { type: 'boolean', description: 'Only those that are on, or off.' },
      limit,
      offset,
    },
    required: ['guild_id'],
    about: ({ id }) => id,
    async run({ guild_id: guildId, id, offset, ...query }, { call }) {
      if (id) {
        const thing = await readThing<T>(noun, routes.read, { guildId, id }, call)
        const definition = clean(JSON.stringify(writtenOf(thing, written)))
        return withPart({ [noun]: shown(guildId, thing) }, 'definition', definition, offset)
      }
      const ask = { params: { guildId }, query: { ...query, offset } }
      const { data } = await call<Record<string, T[]> & { total: number; offset: number }>(routes.list, ask)
      const name = `${noun}s`
      const rows = data[name]!.map((thing) => shown(guildId, thing))
      return listed(name, rows, data)
    },
  })

/** The tool that makes one of a kind, or changes one that is there: what is not given stays. */
export const saveTool = <T extends Thing>(kind: Kind<T>, words: Words) =>
  tool({
    ...words,
    uses: [kind.routes.read, kind.routes.create, kind.routes.update],
    input: {
      guild_id: guildId,
      id: { ...thingId, description: 'The one to change. Leave it out to make a new one.' },
      version,
      ...kind.written,
    },
    required: ['guild_id'],
    about: (input) => String((input as { name?: string }).name ?? input.id ?? ''),
    run: (input, doing) => saveThing(kind, kind.sent?.(input) ?? input, doing),
  })

async function saveThing<T extends Thing>(
  kind: Kind<T>,
  {
    guild_id: guildId,
    id,
    version: based,
    ...input
  }: Record<string, unknown> & { guild_id: string; id?: string; version?: number },
  doing: Doing,
): Promise<ToolResult> {
  const { noun, routes, written, emptied, shown } = kind
  const { call, undo } = doing
  const given = givenOf(input, Object.keys(written))
  for (const name of emptied) if (given[name] === '') given[name] = null
  if (!id) return makeThing(kind, guildId, given, doing)
  const params = { guildId, id }
  const before = await readThing<T>(noun, routes.read, params, call)
  refuseStale(based, before.version, input.confirm_token)
  const changed = changedIn(before, given)
  if (!changed.length)
    return { ok: true, summary: `The ${noun} was so already`, [noun]: shown(guildId, before) }
  const was = writtenOf(before, written)
  const words = `${changed.join(' and ')} of the ${noun} “${short(before.name, 60)}”`
  const proposal = { summary: `Change ${words}`, from: givenOf(was, changed), to: givenOf(given, changed) }
  const ask = { params, version: based ?? before.version, body: { ...was, ...given }, proposal }
  const after = (await call<Record<string, T>>(routes.update, ask)).data[noun]!
  return {
    ok: true,
    summary: `Changed ${words}`,
    [noun]: shown(guildId, after),
    ...undo((call) => call(routes.update, { params, version: after.version, body: was })),
  }
}

async function makeThing<T extends Thing>(
  { noun, routes, needed, shown }: Kind<T>,
  guildId: string,
  given: Record<string, unknown>,
  { call, undo }: Doing,
): Promise<ToolResult> {
  const missing = needed.find((name) => given[name] === undefined)
  if (missing) {
    const hint = `Give ${needed.join(', ')}; or id, to change one that is there.`
    return failure('invalid_request', `A new ${noun} needs ${missing}.`, { path: missing, hint })
  }
  const proposal = { summary: `Make the ${noun} “${short(String(given.name), 60)}”`, [noun]: given }
  const ask = { params: { guildId }, body: given, proposal }
  const made = (await call<Record<string, T>>(routes.create, ask)).data[noun]!
  const params = { guildId, id: made.id }
  return {
    ok: true,
    summary: `Made the ${noun} “${short(made.name, 60)}”`,
    [noun]: shown(guildId, made),
    ...undo((call) => call(routes.remove, { params, version: made.version })),
  }
}

const readThing = async <T>(noun: string, route: Route, params: Record<string, string>, call: Call) =>
  (await call<Record<string, T>>(route, { params })).data[noun]!

const writtenOf = (thing: object, written: Record<string, Property>) =>
  givenOf(thing as Record<string, unknown>, Object.keys(written))
