import { RE2Set } from 're2js'

// Most messages hold nothing that a pattern looks for. A search for plain text says so a hundred times faster than the
// pattern itself.

/** What a text must contain before a pattern can match: of each list, at least one. Without lists, nothing is known. */
export type RequiredTexts = readonly (readonly string[])[]

/** A parsed pattern. */
type Node = { op: number; runes: Int32Array; subs: Node[] }

/** Shorter texts are in nearly every message. */
const MIN_LENGTH = 2
/** How many lists are kept, and how many texts each may have. */
const MAX_LISTS = 4
const MAX_TEXTS = 20
/** How deep a pattern is looked into. */
const MAX_DEPTH = 50

/** Parses a pattern as sets do. Throws if it is invalid. */
function parse(source: string): Node {
  const set = new RE2Set()
  return set.regexps[set.add(source)] as Node
}

/** The library does not export the names of its operators, so each is read from a pattern that has it. */
const op = {
  literal: parse('ab').op,
  concat: parse('a.').op,
  alternate: parse('ab|c.').op,
  capture: parse('(ab)').op,
  plus: parse('(?:ab)+').op,
}

/** Returns what every text that a pattern matches contains, as `foldText` spells it. */
export const requiredTexts = (source: string): RequiredTexts => required(parse(source), 0)

/**
 * Spells a text so that letters that patterns take for the same in either case are equal. That is true of ASCII letters,
 * two of which have a third form.
 */
export const foldText = (text: string): string => text.toLowerCase().replaceAll('ſ', 's')

/** True when a folded text contains what a pattern requires. */
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

/** Lists whose shortest text is longest come first: it is least likely to occur by chance. */
function longestFirst(lists: RequiredTexts): RequiredTexts {
  const shortest = (list: readonly string[]) => Math.min(...list.map(({ length }) => length))
  return lists
    .filter((list) => shortest(list) >= MIN_LENGTH)
    .sort((one, other) => shortest(other) - shortest(one))
}
