import { CST, isCollection, Lexer, visit, type Document } from 'yaml'

/** Maximum nesting depth of front matter. */
export const YAML_LEVELS = 32

/** Limits of a YAML text, and its name in reasons. */
type YamlBounds = { name: string; characters: number; tokens: number }

/** Limits of front matter. Tokens are limited, because each key is compared with every other key in its map. */
const frontMatterBounds: YamlBounds = { name: 'front matter', characters: 65_536, tokens: 2_000 }

/** Reason why YAML is rejected before parsing, with its line counted from 1. */
type YamlRefusal = { line: number; reason: string }

/**
 * Checks the limits in one pass over the tokens. Rejects deep nesting, too many keys, and aliases, which can expand
 * without bound. The exact depth is checked after parsing.
 */
export function yamlRefusal(
  source: string,
  { name, characters, tokens: most }: YamlBounds = frontMatterBounds,
): YamlRefusal | null {
  if (source.length > characters)
    return { line: 1, reason: `shorten the ${name} to at most ${characters} characters` }
  const columns: number[] = []
  let [line, column, flow, tokens] = [1, 0, 0, 0]
  let isScalar = false
  let key: number | null = null
  for (const token of new Lexer().lex(source)) {
    if ((tokens += 1) > most) return { line, reason: `shorten the ${name} to at most ${most} parts` }
    const type = isScalar ? 'scalar' : CST.tokenType(token)
    isScalar = token === CST.SCALAR
    if (type === 'anchor' || type === 'alias') return { line, reason: 'anchors and aliases are not allowed' }
    if (type === 'flow-map-start' || type === 'flow-seq-start') flow += 1
    if (type === 'flow-map-end' || type === 'flow-seq-end') flow = Math.max(0, flow - 1)
    if (flow === 0) {
      if (/scalar$/.test(type ?? '')) key ??= column
      if (type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind') {
        const at = type === 'map-value-ind' ? (key ?? column) : column
        while (columns.length && columns.at(-1)! >= at) columns.pop()
        columns.push(at)
        key = null
      }
    }
    if (columns.length + flow > YAML_LEVELS) return { line, reason: tooDeep }
    // Lexer marks have no length in the text.
    if (isScalar || token === CST.DOCUMENT || token === CST.FLOW_END) continue
    const breaks = token.split('\n').length - 1
    line += breaks
    if (breaks) key = null
    column = breaks ? token.length - token.lastIndexOf('\n') - 1 : column + token.length
  }
  return null
}

export const tooDeep = `reduce the front matter to at most ${YAML_LEVELS} levels`

/**
 * Returns the offset of a key that is a list or map. Such keys are serialized into their parent's key and each level
 * doubles the escapes: 31 levels exceed the maximum string length.
 */
export function collectionKey(document: Document): number | null {
  let at: number | null = null
  visit(document, {
    Pair(_, { key }) {
      if (!isCollection(key)) return undefined
      at = key.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return at
}
