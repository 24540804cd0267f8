import { RE2Set } from 're2js'

// Most messages lack the text that a pattern requires. A plain-text search detects this a hundred times faster than the
// pattern.

/** Texts that a match requires: at least one text of each list. An empty array sets no requirement. */
export type RequiredTexts = readonly (readonly string[])[]

/** Parsed pattern. */
type Node = { op: number; runes: Int32Array; subs: Node[] }

/** Minimum length of a required text. Shorter texts occur in nearly every message. */
const MIN_LENGTH = 2
/** Maximum number of lists, and of texts per list. */
const MAX_LISTS = 4
const MAX_TEXTS = 20
/** Maximum depth of the analysis of a pattern. */
const MAX_DEPTH = 50

/** Parses a pattern in the same way as pattern sets. Throws if the pattern is invalid. */
function parse(source: string): Node {
  const set = new RE2Set()
  return set.regexps[set.add(source)] as Node
}

/** The library does not export its operator codes, so each code is read from a sample pattern. */
const op = {
  literal: parse('ab').op,
  concat: parse('a.').op,
  alternate: parse('ab|c.').op,
  capture: parse('(ab)').op,
  plus: parse('(?:ab)+').op,
}

/** Returns the texts that every match of a pattern contains, folded by `foldText`. */
export const requiredTexts = (source: string): RequiredTexts => required(parse(source), 0)

/**
 * Folds the case of a text as case-insensitive patterns do for ASCII. `toLowerCase` folds the Kelvin sign to `k`, but
 * not `ſ` to `s`.
 */
export const foldText = (text: string): string => text.toLowerCase().replaceAll('ſ', 's')

/** Checks whether a folded text contains the texts that a pattern requires. */
export const hasRequired = (folded: string, lists: RequiredTexts): boolean =>
  lists.every((list) => list.some((text) => folded.includes(text)))

function required({ op: own, runes, subs }: Node, depth: number): RequiredTexts {
  if (depth > MAX_DEPTH) return []
  if (own === op.literal) {
    const runs = String.fromCodePoint(...runes).match(/[\0-\x7f]+/g) ?? []
    return longestFirst(runs.map((run) => [foldText(run)])).slice(0, MAX_LISTS)
  }
  if (own === op.capture || own === op.plus) return required(subs[0]!, depth + 1)
  if (own === op.concat) {
    return longestFirst(subs.flatMap((sub) => required(sub, depth + 1))).slice(0, MAX_LISTS)
  }
  if (own !== op.alternate) return []
  const best = subs.map((sub) => required(sub, depth + 1)[0])
  const list = [...new Set(best.flatMap((texts) => texts ?? []))]
  return best.every(Boolean) && list.length <= MAX_TEXTS ? [list] : []
}

/** Sorts lists by the length of their shortest text, longest first, because long texts rarely occur by chance. */
function longestFirst(lists: RequiredTexts): RequiredTexts {
  const shortest = (list: readonly string[]) => Math.min(...list.map(({ length }) => length))
  return lists
    .filter((list) => shortest(list) >= MIN_LENGTH)
    .sort((one, other) => shortest(other) - shortest(one))
}
