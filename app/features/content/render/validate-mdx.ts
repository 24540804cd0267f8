import type { z } from 'zod'
import { elementRule, type KnownNames, type ElementRule } from '#app/features/content/render/mdx.ts'
import { ellipsize } from '#app/primitives/text.ts'

type Attribute = { type: string; name?: string; value?: unknown; position?: Position }
type Position = { start: { line: number; column: number } } | undefined

/** Fields of a syntax tree (mdast with GFM and MDX) that validation uses. */
export type Tree = {
  type: string
  name?: string | null
  value?: string
  url?: string
  identifier?: string
  alt?: string | null
  depth?: number
  meta?: string | null
  attributes?: Attribute[]
  children?: Tree[]
  position?: Position
}

/** Issue in a body, with line and column in the parsed text, counted from 1. */
export type BodyIssue = { line: number; column: number; reason: string }
/** Issue in a body, or of the whole body. */
export type RenderIssue = BodyIssue | { line: null; column: null; reason: string }

const markdown = new Set(
  `root paragraph heading text emphasis strong delete inlineCode code link image linkReference imageReference
  definition list listItem blockquote thematicBreak break table tableRow tableCell footnoteReference
  footnoteDefinition`.split(/\s+/),
)
/** Reason for rejecting a first-level heading. */
export const FIRST_LEVEL_HEADING =
  'A page has only one first-level heading, its title. Begin this heading with ##.'
const phrasing = new Set(['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'link', 'tableCell'])
const flow = new Set(['paragraph', 'heading', 'code', 'list', 'blockquote', 'thematicBreak', 'table'])
const comments = /^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)*$/

/**
 * Returns an issue for each element of a body that is neither Markdown nor on the allow-list, in reading order.
 * Evaluates nothing, so untrusted bodies are safe to validate.
 */
export function findBodyIssues(tree: Tree, known: KnownNames): BodyIssue[] {
  const found: BodyIssue[] = []
  const targets = targetsIn(tree)
  let level = 1
  const walk = (node: Tree, parents: Tree[]) => {
    const { line, column } = node.position?.start ?? parents[0]?.position?.start ?? { line: 1, column: 1 }
    for (const reason of reasonsOf(resolved(node, targets), parents, known))
      found.push({ line, column, ...reason })
    if (node.type === 'heading') {
      const { depth = 1 } = node
      const reason = `A heading of level ${depth} cannot follow level ${level}. Begin it with ${'#'.repeat(level + 1)}.`
      if (depth > level + 1) found.push({ line, column, reason })
      level = depth
    }
    for (const child of node.children ?? []) walk(child, [node, ...parents])
  }
  walk(tree, [])
  return found
}

/**
 * Collects the URLs of link definitions by name. If a name is defined twice, the first definition applies, as in
 * rendering.
 */
function targetsIn(tree: Tree, targets = new Map<string, string>()): Map<string, string> {
  const { type, identifier = '', url = '', children = [] } = tree
  const name = identifier.toUpperCase()
  if (type === 'definition' && !targets.has(name)) targets.set(name, url)
  for (const child of children) targetsIn(child, targets)
  return targets
}

/** Resolves a reference-style image, so that one rule covers both forms. */
const resolved = (node: Tree, targets: Map<string, string>): Tree =>
  node.type === 'imageReference'
    ? { ...node, type: 'image', url: targets.get((node.identifier ?? '').toUpperCase()) ?? '' }
    : node

type Reason = { reason: string; line?: number; column?: number }

function reasonsOf(node: Tree, parents: Tree[], known: KnownNames): Reason[] {
  if (isElement(node)) return reasonsOfElement(node, parents, known)
  if (node.type === 'mdxjsEsm')
    return [{ reason: 'Imports and exports are not allowed in content. Put code samples in a code block.' }]
  if (isExpression(node)) {
    return comments.test(node.value ?? '')
      ? []
      : [{ reason: `{${shorten(node.value)}} is code. Write \\{ to show a brace.` }]
  }
  if (!markdown.has(node.type))
    return [{ reason: `The element “${node.type}” is not allowed in content. Remove it.` }]
  const reason = reasonOfMarkdown(node, parents)
  return reason ? [{ reason }] : []
}

/**
 * Options after the language of a code block. Pages show the title. Tests verify that the example returns the status or
 * exit code.
 */
const afterLanguage = /^(?:(?:title="[^"]+"|status=\d{3}(?:,\d{3})*|exit=\d)(?: +(?!$)|$))+$/

function reasonOfMarkdown({ type, depth, url = '', alt, meta }: Tree, parents: Tree[]) {
  if (type === 'heading') {
    if (depth === 1) return FIRST_LEVEL_HEADING
    const hiding = parents.find((parent) => elementRule(parent.name ?? '')?.hides)
    if (hiding)
      return `A heading cannot be inside ${hiding.name}, where it may be hidden. Move it out, or use bold text.`
  }
  if (type === 'code' && meta && !afterLanguage.test(meta)) {
    return `“${shorten(meta)}” is not allowed after the language of code. Use only title="...", status=... and exit=...`
  }
  if (type === 'image' && !alt?.trim())
    return 'This image has no description. Write one in the square brackets.'
  if (type === 'image' && !/^\/(?![/\\])/.test(url))
    return 'An image must be on this site. Begin its URL with “/”.'
  // Browsers ignore control characters and spaces in a scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\0- ]/g, ''))?.[1]
  if (scheme && !/^(https?|mailto)$/i.test(scheme))
    return `A link cannot begin with ${scheme}:. Use https:, http:, mailto: or a path of this site.`
  return null
}

function reasonsOfElement(node: Tree, parents: Tree[], known: KnownNames): Reason[] {
  const { name } = node
  const part = elementRule(name ?? '')
  if (!name || !part) {
    return [{ reason: `<${name ?? ''}> is not allowed in content. To show it as text, write \\<.` }]
  }
  const parent = parents[0]
  const reasons: Reason[] = [...reasonsOfProps(node, name, part, known)]
  if (part.within && !part.within.includes(parent?.name ?? '')) {
    reasons.push({ reason: `${name} must be directly inside ${part.within.join(' or ')}. Move it there.` })
  } else if (!part.inline && parent && isPhrasing(parent)) {
    reasons.push({ reason: `${name} must be on its own lines. Add a blank line before and after it.` })
  }
  for (const child of node.children ?? []) {
    const reason = isBlank(child) ? null : reasonOfChild(name, part, child)
    if (reason) reasons.push({ reason, ...startOf(child) })
  }
  return reasons
}

function reasonOfChild(name: string, { holds }: ElementRule, child: Tree) {
  if (holds === 'nothing') return `${name} cannot have content. Write <${name} ... />.`
  if (typeof holds === 'object') {
    const only = `${name} can contain only ${holds.join(' and ')}. Move other content out of it.`
    return isElement(child) && holds.includes(child.name ?? '') ? null : only
  }
  if (holds === 'words' && flow.has(child.type))
    return `${name} can contain only text, on the same line as its tags.`
  return null
}

function* reasonsOfProps(node: Tree, name: string, part: ElementRule, known: KnownNames): Generator<Reason> {
  const attributes = node.attributes ?? []
  const placeOf = (prop: unknown) => startOf(attributes.find((attribute) => attribute.name === prop))
  const wrong = attributes.filter(({ type, value }) => type !== 'mdxJsxAttribute' || isObject(value))
  for (const { name: prop } of wrong) {
    const reason = prop
      ? `${name} ${prop}: Use a plain string in quotes, without {}.`
      : `${name} cannot have {...}. Remove it.`
    yield { reason, ...placeOf(prop) }
  }
  if (wrong.length) return
  const values = Object.fromEntries(attributes.map(({ name: prop = '', value }) => [prop, value ?? true]))
  const parsed = part.props.safeParse(values)
  for (const issue of parsed.error?.issues ?? []) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])]
    for (const key of keys) yield { reason: reasonOfIssue(issue, name, key, key in values), ...placeOf(key) }
  }
  for (const [prop, list] of Object.entries(part.names ?? {})) {
    const value = parsed.data?.[prop]
    if (typeof value === 'string' && !known[list].includes(value)) {
      yield {
        reason: `${name} ${prop}: “${shorten(value)}” is not one of the ${list}. Check the spelling.`,
        ...placeOf(prop),
      }
    }
  }
}

function reasonOfIssue({ code, message }: z.core.$ZodIssue, name: string, key: string, given: boolean) {
  const kind = /^[A-Z]/.test(name) ? 'prop' : 'attribute'
  if (code === 'unrecognized_keys') return `${name} has no ${kind} "${shorten(key)}". Remove it.`
  return given
    ? `${name} ${key}: ${message}`
    : `${name} needs the ${kind} "${key}". Write <${name} ${key}="...">.`
}

const startOf = (node: { position?: Position } | undefined) => {
  const { line, column } = node?.position?.start ?? {}
  return line && column ? { line, column } : {}
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
const isElement = ({ type }: Tree) => type === 'mdxJsxFlowElement' || type === 'mdxJsxTextElement'
const isExpression = ({ type }: Tree) => type === 'mdxFlowExpression' || type === 'mdxTextExpression'
const isPhrasing = (node: Tree) =>
  phrasing.has(node.type) || Boolean(isElement(node) && elementRule(node.name ?? '')?.inline)
const isBlank = (node: Tree) =>
  (node.type === 'text' && !node.value?.trim()) || (isExpression(node) && comments.test(node.value ?? ''))
const shorten = (text = '') => ellipsize(text, 40, 40)
