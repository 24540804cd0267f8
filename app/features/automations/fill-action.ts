import { parseBounded } from '#app/bounded-json.ts'
import type { ActionType } from '#app/features/actions/schema.ts'
import type { Embed } from '#app/features/commands/embed.ts'
import { fillEmbed } from '#app/features/commands/message.ts'
import { fill, fillAll, type Facts } from '#app/features/commands/template.ts'

/** The texts of a config that are templates, with how long each may be. Ids, addresses and headers are never filled in. */
const texts: Record<string, number> = { content: 2000, reason: 512, name: 100 }
const LONGEST_BODY = 8000

type Action = { type: ActionType; config: Record<string, unknown> }

/** An action with its templates filled in, ready to be done. */
export function fillAction({ type, config }: Action, facts: Facts): Action {
  const filled = Object.entries(config).map(([name, value]) => {
    if (name === 'embed' && value) return [name, fillEmbed(value as Embed, facts) ?? undefined]
    if (name === 'body' && typeof value === 'string') return [name, fillBody(value, facts)]
    const most = Object.hasOwn(texts, name) ? texts[name] : undefined
    return [name, most !== undefined && typeof value === 'string' ? fill(value, facts, most) : value]
  })
  return { type, config: Object.fromEntries(filled) as Record<string, unknown> }
}

/** A body of JSON stays JSON, whatever stands in the values that are put in. */
function fillBody(body: string, facts: Facts): string {
  try {
    return JSON.stringify(fillAll(parseBounded(body), facts, LONGEST_BODY))
  } catch {
    return fill(body, facts, LONGEST_BODY)
  }
}
