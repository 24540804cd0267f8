import { z } from 'zod'
import { type Command, command, isFlag, lines } from '#app/cli/command.server.ts'
import { type Handler, resultOf } from '#app/http/api/endpoint.server.ts'
import { sessionHandlers } from '#app/http/operations/session-operations.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import type { StreamedBody } from '#app/http/protocol/stream-body.server.ts'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import { versionField } from '#app/primitives/schema.ts'

type Fields = Record<string, z.ZodType>

const fieldsOf = (schema: z.ZodType | undefined): Fields =>
  schema instanceof z.ZodObject ? (schema.shape as Fields) : {}

/** Converts a field to an option. Options are text, so other values than text and flags are JSON. */
function optionOf(field: z.ZodType): z.ZodType {
  const { type, description = '' } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
  if (type === 'string' || isFlag(field)) return field
  const json = z.string().transform((text, check): unknown => {
    try {
      return parseLimited(text)
    } catch (error) {
      check.addIssue({ code: 'custom', message: `Enter valid JSON: ${(error as Error).message}.` })
      return z.NEVER
    }
  })
  const isOptional = field.safeParse(undefined).success
  return (isOptional ? json.optional() : json).meta({ description: `${description} As JSON.`.trim() })
}

/** Derives a command from an operation. The guild is an option, and the id of the item an argument. */
function operationCommand([
  { id, command: name, summary, params, query, body, versioned },
  rule,
]: Handler): Command {
  const { guildId, ...item } = fieldsOf(params)
  const given = { ...item, ...fieldsOf(query), ...fieldsOf(body) }
  const options: Fields = {
    ...(guildId ? { guild: guildId.meta({ description: 'Guild id.' }) } : {}),
    ...Object.fromEntries(Object.entries(given).map(([field, schema]) => [field, optionOf(schema)])),
    ...(versioned
      ? { version: versionField.meta({ description: 'Version that the change is based on.' }) }
      : {}),
  }
  return command({
    name: name!,
    operation: id,
    summary: `${summary}.`,
    options: z.strictObject(options),
    ...('id' in item ? { argument: 'id' } : {}),
    async run(ctx, { guild, version, ...rest }: Record<string, unknown>) {
      const part = (schema: z.ZodType | undefined) =>
        Object.fromEntries(Object.entries(rest).filter(([field]) => field in fieldsOf(schema)))
      const input = {
        params: { ...part(params), guildId: guild },
        query: query && parse(query, part(query)),
        body: body && parse(body, part(body)),
        version,
      }
      const result = (resultOf(await rule(ctx, input as never, undefined as never)) ?? {}) as object
      return isFile(result) ? readFile(result) : result
    },
    print: (result) => ('content' in result ? result.content : lines(shown(result)) || 'Done.'),
  } as Command)
}

const isFile = (result: object): result is StreamedBody => 'chunks' in result

async function readFile({ type, chunks }: StreamedBody) {
  const pieces: Buffer[] = []
  for await (const piece of chunks) pieces.push(Buffer.from(piece as string))
  return { type, content: Buffer.concat(pieces).toString().trimEnd() }
}

/** Returns the fields of a result, or of the only object in it, that fit in a line. */
function shown(result: object): Record<string, unknown> {
  const [only, ...more] = Object.values(result) as unknown[]
  const item = more.length || typeof only !== 'object' || only === null ? result : only
  return Object.fromEntries(Object.entries(item).filter(([, value]) => typeof value !== 'object'))
}

/** Commands that are derived from operations. */
export const operationCommands: Command[] = sessionHandlers
  .filter(([operation]) => operation.command !== undefined)
  .map(operationCommand)
