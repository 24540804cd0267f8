import { optionTypes, type CommandOption } from '#app/features/commands/options.ts'
import type { SubmittedOption } from '#app/features/interactions/schema.ts'
import { foldAccents } from '#app/primitives/text.ts'

/** Maximum number of suggestions that Discord accepts. */
const MAX_SUGGESTIONS = 25

type Choice = { name: string; value: string | number }

/** Returns suggestions for the focused option, at any depth. Returns an empty array if the option does not exist. */
export function suggestionsFor(options: CommandOption[], given: SubmittedOption[]): Choice[] {
  for (const { name, value, focused, options: inner } of given) {
    const option = options.find((one) => one.name === name)
    if (!option) continue
    if (focused) return suggest(option, String(value ?? ''))
    const deeper = inner ? suggestionsFor(option.options ?? [], inner) : []
    if (deeper.length) return deeper
  }
  return []
}

/**
 * Returns matching choices: names that start with the typed text first, then names that contain it, then choices that
 * contain each word.
 */
function suggest({ type, choices = [] }: CommandOption, typed: string): Choice[] {
  const wanted = foldAccents(typed.trim())
  const words = wanted.split(/\s+/)
  const rank = ({ name, value }: Choice) => {
    const text = foldAccents(name)
    if (text.startsWith(wanted)) return 0
    if (text.includes(wanted)) return 1
    const all = `${text} ${foldAccents(String(value))}`
    return words.every((word) => all.includes(word)) ? 2 : 3
  }
  return choices
    .filter(({ value }) => typeof value === (type === optionTypes.string ? 'string' : 'number'))
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((one) => one.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ choice: { name, value } }) => ({ name, value }))
}
