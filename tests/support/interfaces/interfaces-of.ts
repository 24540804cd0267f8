import { resolve } from 'node:path'
import { commands } from '#app/cli/main.server.ts'
import type { Command } from '#app/cli/command.server.ts'
import { apiTools } from '#app/mcp/api.server.ts'
import { openedOperations, operations } from '#app/openapi/operations.ts'
import { acceptsApiKey, type Operation } from '#app/operations/operation.ts'
import { allTools } from '#agent-tools/page-tools.ts'
import type { HostTool } from '#agent-tools/tool/host.ts'
import { routesOf } from '#agent-tools/tool/tool.ts'
import { rulesByCommand, rulesByOperation, rulesByPage } from '#tests/support/interfaces/discover.ts'
import type { Caller, Interfaces, Input, Outcome } from '#tests/support/interfaces/interfaces.ts'
import type { Sample } from '#tests/support/interfaces/sample.ts'

const tools = (await allTools()).map(({ tool }) => tool)
const external = new Map(Object.values(openedOperations).map((one) => [one.opens!.id, one]))
const reads = new Set(
  operations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ id }) => [...(rulesByOperation.get(id) ?? [])]),
)
const calls = (rules: Map<string, Set<string>>, { id, method }: Operation) => {
  const own = [...(rulesByOperation.get(id) ?? [])].filter((rule) => method === 'GET' || !reads.has(rule))
  return [...rules].filter(([, called]) => own.some((rule) => called.has(rule))).map(([name]) => name)
}

/** Operations that a tool is for: the writes of a tool that writes. */
const callsOf = (tool: HostTool) => {
  const routes = routesOf(tool)
  const writes = routes.filter(({ safe }) => !safe)
  return (writes.length ? writes : routes).map(({ id }) => id)
}

/** Commands by file and name of the constant. */
const commandsByPlace = new Map<string, Command>()
for (const place of rulesByCommand.keys()) {
  const [file, name] = place.split(' ') as [string, string]
  const module = (await import(/* @vite-ignore */ resolve('app/cli', file))) as Record<string, Command>
  if (commands.includes(module[name]!)) commandsByPlace.set(place, module[name]!)
}

/** Way to call an operation. `call` returns null for input that the interface cannot send. */
export type Interface = {
  name: string
  call: (operation: Operation, input: Required<Input>, caller: Caller) => Promise<Outcome> | null
}
/** Returns the interfaces of an operation, as found in the code. The first is the JSON route. */
export function interfacesOf(operation: Operation, sample: Sample, open: () => Interfaces): Interface[] {
  const isOfKeys = acceptsApiKey(operation.access)
  const found: Interface[] = [
    isOfKeys
      ? { name: 'key', call: (...given) => open().key(...given) }
      : { name: 'session', call: (...given) => open().session(...given) },
  ]
  const opened = external.get(operation.id)
  if (opened)
    found.push({
      name: 'key',
      call: (_, ...given) => open().key({ ...opened, path: operation.path }, ...given),
    })
  for (const { name } of apiTools.filter((one) => (one.operation.opens ?? one.operation) === operation))
    found.push({
      name: `mcp ${name}`,
      call: (_, input, caller) =>
        open().mcp(opened ?? operation, name, sample.mcp?.(input) ?? flat(input), input, caller),
    })
  for (const tool of tools.filter((one) => one.name !== 'undo_action' && callsOf(one).includes(operation.id)))
    found.push({
      name: `tool ${tool.name}`,
      call(_, input, caller) {
        const own = sample.tools?.[tool.name]
        const guild = operation.path.includes('{guildId}') ? { guild_id: input.params.guildId } : {}
        const given = own ? own(input) : { ...guild, ...flat(input) }
        return given && open().tool(tool, given, input, caller)
      },
    })
  for (const file of operation.method === 'GET' ? [] : calls(rulesByPage, operation))
    found.push({
      name: `form ${file}`,
      call(_, input, caller) {
        const fields = needed(sample.forms?.[file], operation, file)(input)
        return fields && open().form(file, fields, sample.searches?.[file]?.(input) ?? {}, input, caller)
      },
    })
  for (const command of [
    ...calls(rulesByCommand, operation).flatMap((place) => commandsByPlace.get(place) ?? []),
    ...commands.filter((one) => one.operation === operation.id),
  ]) {
    found.push({
      name: `cli ${command.name}`,
      call(_, input, caller) {
        const given =
          caller === 'known' ? needed(sample.commands?.[command.name], operation, command.name)(input) : null
        return given && open().command(command, given)
      },
    })
  }
  return found
}
/** Returns the part of a sample that an interface needs. */
function needed<T>(part: T | undefined, { id }: Operation, name: string): T {
  if (!part) throw new Error(`Add ${name} to the sample of ${id}.`)
  return part
}

/** Returns all fields of an input in one object, without the guild. */
const flat = ({ params, query, body, version }: Required<Input>) => {
  const { guildId: _, ...own } = params
  return { ...own, ...query, ...body, ...(version === undefined ? {} : { version }) }
}
