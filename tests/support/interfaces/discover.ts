import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file))

/** Source file: the rules and page helpers that it imports, by local name, and its own declarations. */
type Source = {
  file: string
  tree: ts.SourceFile
  imports: Map<string, string>
  /** Original names of renamed imports. */
  renamed: Map<string, string>
  locals: Map<string, ts.Node>
}

const sources = new Map<string, Source>()

function sourceOf(file: string): Source {
  const known = sources.get(file)
  if (known) return known
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const source: Source = { file, tree, imports: new Map(), renamed: new Map(), locals: new Map() }
  sources.set(file, source)
  for (const statement of tree.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      source.locals.set(statement.name.text, statement)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) source.locals.set(name.text, initializer)
    if (ts.isImportDeclaration(statement)) readImport(source, statement)
  }
  return source
}

/** Code that calls rules: features, and the helpers of forms. */
const callees = /^#(app\/features\/.*|app\/http\/pages\/(?!form\.|page\.|page-args\.).*)\.server\.ts$/

function readImport({ imports, renamed }: Source, { moduleSpecifier, importClause }: ts.ImportDeclaration) {
  const from = (moduleSpecifier as ts.StringLiteral).text
  const bindings = importClause?.namedBindings
  for (const { name, propertyName } of bindings && ts.isNamedImports(bindings) ? bindings.elements : [])
    if (propertyName) renamed.set(name.text, propertyName.text)
  if (!callees.test(from) || !bindings) return
  if (ts.isNamespaceImport(bindings)) return void imports.set(bindings.name.text, `${from}#*`)
  for (const { name, propertyName } of bindings.elements)
    imports.set(name.text, `${from}#${(propertyName ?? name).text}`)
}

/** Returns the rules that a piece of code names, also through functions of its file and helpers of pages. */
function rulesOf(source: Source, piece: ts.Node, seen = new Set<ts.Node>()): Set<string> {
  const found = new Set<string>()
  const follow = (name: string, member?: string) => {
    const imported = source.imports.get(name)
    const local = source.locals.get(name)
    if (local) return visit(local)
    if (!imported) return
    const [from = '', own] = imported.split('#').slice(1)
    const export_ = own === '*' ? member : own
    if (from.startsWith('app/features/')) return void found.add(`${from}#${export_}`)
    const helper = sourceOf(from)
    const declared = helper.locals.get(export_ ?? '')
    if (declared) for (const rule of rulesOf(helper, declared, seen)) found.add(rule)
  }
  const visit = (node: ts.Node) => {
    if (seen.has(node)) return
    seen.add(node)
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && !isName(node)) {
      const { parent } = node
      const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined
      follow(node.text, member)
    }
    node.forEachChild(visit)
  }
  visit(piece)
  return found
}

/** Checks whether an identifier only names a member or a binding. */
const isName = (node: ts.Identifier) =>
  ((ts.isPropertyAccessExpression(node.parent) ||
    ts.isPropertyAssignment(node.parent) ||
    ts.isBindingElement(node.parent)) &&
    node.parent.name === node) ||
  ts.isJsxAttribute(node.parent)

const methods = /^(GET|POST|PUT|PATCH|DELETE)$/

/** Returns the rules that the endpoints of a file call, by the name of the operation. */
function endpointsOf(source: Source): [name: string, rules: Set<string>][] {
  const found: [string, Set<string>][] = []
  const visit = (node: ts.Node) => {
    if (
      ts.isPropertyAssignment(node) &&
      methods.test(node.name.getText()) &&
      ts.isArrayLiteralExpression(node.initializer)
    ) {
      const [operation, rule] = node.initializer.elements
      const name = operation!.getText().split('.').at(-1)!
      found.push([source.renamed.get(name) ?? name, rulesOf(source, rule!)])
    }
    node.forEachChild(visit)
  }
  visit(source.tree)
  return found
}

/** Rules by operation, read from the endpoints of the service. */
export const rulesByOperation = new Map(
  ['app/http/operations', 'app/routes/api', 'app/routes/machine']
    .flatMap(filesIn)
    .map(sourceOf)
    .flatMap(endpointsOf),
)

/** Rules by page, relative to `app`. */
export const rulesByPage = new Map(
  ['app/routes/console', 'app/routes/account', 'app/routes/site']
    .flatMap(filesIn)
    .map(sourceOf)
    .map((source) => {
      const action = source.locals.get('action')
      return [source.file.slice('app/'.length), action ? rulesOf(source, action) : new Set<string>()] as const
    }),
)

/** Rules by exported command of the CLI, such as `keys.server.ts keysCreate`. */
export const rulesByCommand = new Map(
  filesIn('app/cli')
    .map(sourceOf)
    .flatMap((source) =>
      [...source.locals].map(
        ([name, piece]) => [`${basename(source.file)} ${name}`, rulesOf(source, piece)] as const,
      ),
    ),
)
