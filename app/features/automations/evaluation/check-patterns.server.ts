import type { Context } from '#app/context.server.ts'
import type { Issue } from '#app/errors.ts'
import type { Rule } from '#app/features/actions/conditions.ts'
import {
  EVENT_BUDGET_MS,
  MAX_INSTRUCTIONS,
  type EvaluationFault,
  type Program,
} from '#app/features/automations/evaluation/evaluation.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Length of the texts used to test patterns: the longest message that Discord accepts. */
const LENGTH = 4_000

/** Rule with the path of its value in the input. */
type RuleWithPath = { rule: Rule; path: string }

/** Error messages for the field of a pattern. */
export const patternErrors = {
  syntax: 'This pattern is invalid. Use RE2 syntax without lookarounds or backreferences.',
  size: `This pattern has more than ${formatInteger(MAX_INSTRUCTIONS)} instructions. Use fewer or smaller repeats.`,
  time: `This pattern takes more than ${EVENT_BUDGET_MS} ms for ${formatInteger(LENGTH)} characters. Use smaller repeats.`,
} satisfies Record<EvaluationFault['reason'], string>

const combinedPatternErrors = {
  ...patternErrors,
  size: `These patterns have more than ${formatInteger(MAX_INSTRUCTIONS)} instructions in total. Shorten the patterns.`,
  time: `These patterns take more than ${EVENT_BUDGET_MS} ms in total. Simplify the patterns.`,
}

/**
 * Returns an issue for each pattern that is invalid, too large, or too slow for a hostile text. If patterns exceed a
 * limit only in total, returns a single issue.
 */
export async function patternIssues(ctx: Context, rules: RuleWithPath[]): Promise<Issue[]> {
  const patterns = rules.filter(({ rule }) => rule.op === 'matches')
  if (!patterns.length) return []
  const tried = patterns.map(({ rule }): Rule => ({ field: 'text', op: 'matches', value: rule.value }))
  const alone = tried.map((rule): Program => ({
    conditions: { match: 'any', rules: [rule] },
    types: null,
    trial: true,
  }))
  const together: Program = { conditions: { match: 'any', rules: tried }, types: null, trial: true }
  const programs = patterns.length > 1 ? [...alone, together] : alone
  const texts = adversarialTexts(tried.map(({ value }) => String(value)).join(''))
  const { faults } = await ctx.evaluator.evaluate(
    { key: `check ${JSON.stringify(tried)}`, programs },
    texts.map((text) => ({ text })),
  )
  const own = faults.filter(({ program }) => program < alone.length)
  if (own.length) {
    return own.map(({ program, reason }) => ({
      path: patterns[program]!.path,
      message: patternErrors[reason],
    }))
  }
  const last = patterns.at(-1)!.path
  return faults.map(({ reason }) => ({ path: last, message: combinedPatternErrors[reason] }))
}

/** Generates texts from the characters in the patterns, in an irregular order that keeps most alternatives possible. */
function adversarialTexts(source: string): string[] {
  const letters = [...new Set(source.replace(/\\.|[^\p{L}\p{N}]/gu, ''))].slice(0, 50)
  return [[...letters, 'a', '0', ' '], letters.slice(0, 2), ['a', 'b'], ['a']].map(textOf)
}

function textOf(letters: string[]): string {
  let seed = 7
  const next = () => (seed = (seed * 16_807) % 2_147_483_647)
  return Array.from({ length: LENGTH }, () => letters[next() % letters.length] ?? ' ').join('')
}
