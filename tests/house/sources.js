/** The source files of the project: what they import, in which room they are, and what they declare again. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { order } from '../../oxlint.config.js'

/** @typedef {{ to: string, typeOnly: boolean }} Import */
/** @typedef {{ file: string, lines: number, imports: Import[], copies: string[] }} Source */

/**
 * Rooms from top to bottom, as ARCHITECTURE.md draws them: a file imports from its own room and those below. The longest
 * match decides, so `app/` holds app.server.ts and every loose file that is not named here.
 */
const rooms = [
  ['app/root.tsx', 'app/entry.', 'app/server.js', 'app/cli.js', 'app/routes.ts'],
  ['app/routes/', 'app/cli/'],
  ['app/mcp/'],
  ['agent-tools/'],
  ['app/http/'],
  ['app/'],
  ['app/openapi/'],
  ['app/runner/'],
  ...order.toReversed().map((feature) => [`app/features/${feature}/`]),
  ['app/ui/'],
  ['app/operations/'],
  ['app/context.server.ts'],
  ['app/platform/'],
  ['app/access.ts'],
  ['app/errors.ts'],
  ['app/site/'],
  ['app/primitives/'],
]
const places = rooms
  .flatMap((paths, level) => paths.map((path) => ({ path, level })))
  .sort((one, other) => other.path.length - one.path.length)

/** Returns the level of a file's room, 0 at the top. Files outside the rooms are below all. @param {string} file */
const levelOf = (file) => places.find(({ path }) => file.startsWith(path))?.level ?? rooms.length

/** Returns the feature that a file belongs to. @param {string} file */
const featureOf = (file) => /^app\/features\/([^/]+)\//.exec(file)?.[1]

/** Lists the files of folders, with paths from the root. @param {string[]} folders */
export const filesIn = (...folders) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )

/** Reads one source file. @param {string} file @param {string} text @returns {Source} */
export function readSource(file, text) {
  const lines = text.trimEnd().split('\n').length
  /** @type {Source} */
  const source = { file, lines, imports: [], copies: [] }
  if (file.endsWith('.css')) return source
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const isShared = file.startsWith('app/primitives/')
  /** @param {ts.Node} node */
  const lineOf = (node) => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
  /** @param {ts.Node} node */
  const visit = (node) => {
    const found = importOf(node)
    if (found) source.imports.push(found)
    if (!isShared && isParsedCast(node)) source.copies.push(`${file}:${lineOf(node)} JSON.parse(…) as`)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  for (const { name, node, value } of isShared ? [] : tree.statements.flatMap(declarations)) {
    const isCopy = Object.values(copied).some((matches) => matches(name, value, tree))
    if (isCopy) source.copies.push(`${file}:${lineOf(node)} ${name}`)
  }
  return source
}

/** Reads every source file of the project. */
export const readSources = () =>
  filesIn('app', 'agent-tools')
    .filter((file) => /\.(tsx?|js|css)$/.test(file))
    .map((file) => readSource(file, readFileSync(file, 'utf8')))

/** Returns the file that an import, an export or an `import()` names. @param {ts.Node} node @returns {Import | null} */
function importOf(node) {
  /** @param {ts.Node | undefined} name @param {boolean} [typeOnly] */
  const from = (name, typeOnly = false) =>
    name && ts.isStringLiteralLike(name) && name.text.startsWith('#')
      ? { to: name.text.slice(1), typeOnly }
      : null
  if (ts.isImportDeclaration(node)) return from(node.moduleSpecifier, node.importClause?.isTypeOnly)
  if (ts.isExportDeclaration(node)) return from(node.moduleSpecifier, node.isTypeOnly)
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return from(node.argument.literal, true)
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isCall ? from(node.arguments[0]) : null
}

/**
 * Lists what a statement declares.
 * @param {ts.Statement} statement @returns {{ name: string, node: ts.Node, value: ts.Node }[]}
 */
function declarations(statement) {
  if (ts.isFunctionDeclaration(statement) && statement.name)
    return [{ name: statement.name.text, node: statement, value: statement }]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer ? [{ name: name.text, node: name, value: initializer }] : [],
  )
}

/** True for a cast of parsed JSON. A cast to `unknown` claims nothing. @param {ts.Node} node */
const isParsedCast = (node) =>
  ts.isAsExpression(node) &&
  node.type.kind !== ts.SyntaxKind.UnknownKeyword &&
  ts.isCallExpression(node.expression) &&
  ts.isPropertyAccessExpression(node.expression.expression) &&
  ts.isIdentifier(node.expression.expression.expression) &&
  node.expression.expression.expression.text === 'JSON' &&
  node.expression.expression.name.text === 'parse'

/** @param {ts.Node} value */
const isFunction = (value) =>
  ts.isFunctionDeclaration(value) || ts.isArrowFunction(value) || ts.isFunctionExpression(value)

/** True for `z.string()` and everything that is chained to it. @param {ts.Node} value @returns {boolean} */
const isSchema = (value) =>
  ts.isCallExpression(value) || ts.isPropertyAccessExpression(value)
    ? isSchema(value.expression)
    : ts.isIdentifier(value) && value.text === 'z'

/**
 * Declarations that belong in app/primitives: each is written once there, and imported.
 * @type {Record<string, (name: string, value: ts.Node, tree: ts.SourceFile) => boolean>}
 */
const copied = {
  'a function known()': (name, value) => name === 'known' && isFunction(value),
  'a schema of whole numbers': (name, value) => name === 'whole' && (isFunction(value) || isSchema(value)),
  'a schema of times': (name, value) => name === 'time' && isSchema(value),
  'a length of time': (name, value, tree) =>
    /^(DAY|HOUR|MINUTE|SECOND)(_MS|_SECONDS)?$/.test(name) && /^[\d_*\sA-Z]+$/.test(value.getText(tree)),
  'a function that cuts a text': (name, value, tree) => {
    if (!isFunction(value)) return false
    const text = value.getText(tree)
    if (/\.slice\(0,/.test(text) && /[^.\w]…|…['"`]/.test(text)) return true
    return /^(cut|clip|shorten|shortened|truncate)$/.test(name) && /^[^(]*\(\s*\w+(: string|,|\))/.test(text)
  },
}

/**
 * Lists imports from a higher room. Two are allowed: data, such as the list of browser tools, and the types of features'
 * services in the context.
 * @param {Source[]} sources
 */
export const upwardImports = (sources) =>
  sources.flatMap(({ file, imports }) =>
    imports
      .filter(({ to }) => levelOf(to) < levelOf(file) && !to.endsWith('.json'))
      .filter(({ to, typeOnly }) => !(file === 'app/context.server.ts' && typeOnly && featureOf(to)))
      .map(({ to }) => `${file} → ${to}`),
  )

/** Returns which file imports which. @param {Source[]} sources */
export const fileGraph = (sources) =>
  new Map(sources.map(({ file, imports }) => [file, new Set(imports.map(({ to }) => to))]))

/** Returns which feature imports which other. @param {Source[]} sources */
export function featureGraph(sources) {
  /** @type {Map<string, Set<string>>} */
  const graph = new Map()
  for (const { file, imports } of sources) {
    const feature = featureOf(file)
    if (!feature) continue
    const others = imports.flatMap(({ to }) => featureOf(to) ?? []).filter((other) => other !== feature)
    graph.set(feature, new Set([...(graph.get(feature) ?? []), ...others]))
  }
  return graph
}

/** Finds circles by Tarjan's algorithm: groups of which each member reaches every other. @param {Map<string, Set<string>>} graph */
export function circlesIn(graph) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {string[][]} */
  const circles = []
  /** Returns the earliest member of the stack that a node reaches. @param {string} node @returns {number} */
  const walk = (node) => {
    const own = seen.size
    let low = own
    seen.set(node, own)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      const at = seen.get(next)
      if (at === undefined) low = Math.min(low, walk(next))
      else if (stack.includes(next)) low = Math.min(low, at)
    }
    if (low === own) {
      const circle = stack.splice(stack.indexOf(node))
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const node of graph.keys()) if (!seen.has(node)) walk(node)
  return circles
}

/** Counts the files directly in each folder. @param {string[]} files @returns {Map<string, number>} */
export function folderSizes(files) {
  const sizes = new Map()
  for (const file of files) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)
  return sizes
}
