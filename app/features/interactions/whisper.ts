import { answers, EPHEMERAL, type Answer } from '#app/features/interactions/schema.ts'

/** A message that only the one who asked can see, and that mentions nobody. */
export function whisper(content: string): Answer {
  return { type: answers.message, data: { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } } }
}
