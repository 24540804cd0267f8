import { guildId, pickGiven, version } from '#agent-tools/tool/inputs.ts'
import { sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'
import type { HostTool } from '#agent-tools/tool/host.ts'
import type { ToolOperation } from '#agent-tools/tool/tool-schema.ts'

/** Returns the property for the id of an item. The segment of the path after the guild names the list: `automations`. */
function itemId({ path }: ToolOperation) {
  const list = path.split('/')[4]!
  const noun = list.charAt(0).toUpperCase() + list.slice(1, -1)
  return { type: 'string', maxLength: 100, description: `${noun} id, from list_${list}.` } as const
}

/** Derives a tool from an operation on a guild. The person confirms its input. */
export function operationTool(operation: ToolOperation): HostTool {
  const { name, title, description, hint, params, body, required, versioned, confirmed } = operation
  const { guildId: _, ...item } = params
  const confirmation = confirmed
    ? 'The first call returns a proposal and a confirm_token. After the person agrees, repeat it with the token.'
    : ''
  return tool({
    name,
    title,
    description: [description, confirmation, hint].filter(Boolean).join(' '),
    uses: [operation],
    input: {
      guild_id: guildId,
      ...item,
      ...('id' in item ? { id: itemId(operation) } : {}),
      ...(versioned ? { version } : {}),
      ...body,
    },
    required: ['guild_id', ...required.filter((field) => field !== 'guildId')] as never[],
    describeInput: (input) => String((input as { id?: string }).id ?? ''),
    async run(input: Record<string, unknown>, { call }) {
      const given = pickGiven(input, [...Object.keys(item), ...Object.keys(body)])
      const { data } = await call<Record<string, unknown> | null>(operation, {
        params: {
          ...(pickGiven(input, Object.keys(item)) as Record<string, string>),
          guildId: input.guild_id as string,
        },
        body: pickGiven(input, Object.keys(body)),
        ...(versioned ? { version: input.version as number } : {}),
        proposal: { summary: title, ...given },
      })
      return {
        ok: true,
        summary: `${name} succeeded.`,
        ...Object.fromEntries(Object.entries(data ?? {}).map(present)),
      }
    },
  })
}

/** Shortens a part of a response to the fields that fit in a line. */
const present = ([name, part]: [string, unknown]): [string, unknown] => [name, shown(part)]

function shown(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeLine(value, 100)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const facts = Object.entries(value).filter(([, one]) => typeof one !== 'object')
  return Object.fromEntries(
    facts.map(([name, one]) => [name, typeof one === 'string' ? sanitizeLine(one, 100) : (one as unknown)]),
  )
}
