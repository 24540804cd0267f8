import { LRUCache } from 'lru-cache'
import { RE2JS, RE2Set } from 're2js'
import type { Rule } from '#app/features/actions/conditions.ts'
import type { Matches } from '#app/features/actions/evaluate.ts'
import { MAX_INSTRUCTIONS } from '#app/features/automations/evaluation/evaluation.ts'
import {
  foldText,
  hasRequired,
  requiredTexts,
  type RequiredTexts,
} from '#app/features/automations/evaluation/required-texts.ts'

// Only the thread that evaluates conditions uses this module, because matching time grows with text length times
// pattern size.

/** Longest text that a pattern reads, in characters: the longest message that Discord accepts. */
const MAX_TEXT_LENGTH = 4_000
/** Memory for the states of one set of patterns, in bytes. */
const STATES = 256 * 1024
/** Maximum number of instructions in all cached sets. Each instruction takes about a kilobyte. */
const MAX_CACHED_INSTRUCTIONS = 200_000

/** Patterns of a program by field, or the reason why the patterns cannot run. */
export type Compiled = { size: number; fault: 'syntax' | 'size' | null; sets: Map<string, PatternSet[]> }
/** Patterns that are matched in one pass, if the text contains the required texts of at least one pattern. */
type PatternSet = { sources: string[]; required: RequiredTexts[]; set: RE2Set }

const compiled = new LRUCache<string, Compiled>({
  maxSize: MAX_CACHED_INSTRUCTIONS,
  sizeCalculation: ({ size }) => size + 1,
})

/** Compiles the patterns of rules, one set for each field. Caches the result. */
export function compilePatterns(rules: readonly Rule[]): Compiled {
  const patterns = rules.flatMap(({ field, op, value }) => (op === 'matches' ? [[field, String(value)]] : []))
  const key = JSON.stringify(patterns)
  let known = compiled.get(key)
  if (!known) compiled.set(key, (known = compile(patterns as [string, string][])))
  return known
}

function compile(patterns: [field: string, source: string][]): Compiled {
  const sources = new Map<string, Set<string>>()
  let size = 0
  try {
    for (const [field, source] of patterns) {
      size += RE2JS.compile(source).programSize()
      if (size > MAX_INSTRUCTIONS) return { size: 0, fault: 'size', sets: new Map() }
      sources.set(field, (sources.get(field) ?? new Set()).add(source))
    }
  } catch (error) {
    // RE2 refuses repeats above 1,000, including the product of nested repeats, before it compiles them.
    const fault = /invalid repeat count/.test(String(error)) ? 'size' : 'syntax'
    return { size: 0, fault, sets: new Map() }
  }
  const sets = [...sources].map(([field, some]) => [field, setsOf([...some])] as const)
  return { size, fault: null, sets: new Map(sets) }
}

/**
 * Groups patterns into sets. Patterns without required texts form a separate set, so that the other patterns can skip
 * texts.
 */
function setsOf(sources: string[]): PatternSet[] {
  const known = sources.map((source) => ({ source, required: requiredTexts(source) }))
  const groups = [
    known.filter(({ required }) => required.length),
    known.filter(({ required }) => !required.length),
  ]
  return groups
    .filter(({ length }) => length)
    .map((group) => {
      const set = new RE2Set(RE2Set.UNANCHORED, 0, STATES)
      for (const { source } of group) set.add(source)
      set.compile()
      return {
        sources: group.map(({ source }) => source),
        required: group.map(({ required }) => required),
        set,
      }
    })
}

/**
 * Creates a function that matches all patterns of a field in one pass. Except in a trial, skips texts without the
 * required texts.
 */
export function matcherFor({ sets }: Pick<Compiled, 'sets'>, { trial = false } = {}): Matches {
  const found = new Map<string, Set<string>>()
  return ({ field, value }, text) => {
    let hits = found.get(field)
    if (!hits) {
      const read = text.slice(0, MAX_TEXT_LENGTH)
      const folded = foldedOf(read)
      hits = new Set()
      for (const { sources, required, set } of sets.get(field)!) {
        if (!trial && !required.some((lists) => hasRequired(folded, lists))) continue
        for (const index of set.match(read)) hits.add(sources[index]!)
      }
      found.set(field, hits)
    }
    return hits.has(String(value))
  }
}

/** Cache of the last text, because the automations of a guild read the same text in sequence. */
let last = { text: '', folded: '' }
function foldedOf(text: string): string {
  if (last.text !== text) last = { text, folded: foldText(text) }
  return last.folded
}
