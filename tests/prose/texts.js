/** The English of the project: pages, skills, what code says on screens and in responses, and its comments. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { filesIn } from '#tests/house/sources.js'

/** @typedef {'docs' | 'strings' | 'docstrings'} Kind */
/** A text with the place where it is written. @typedef {{ kind: Kind, file: string, line: number, text: string }} Text */

/** Attributes whose value is no English. */
const isCodeAttribute =
  /^(className|class|d|href|src|id|name|type|pattern|style|rel|sizes|srcSet|viewBox|on[A-Z].*)$/

/** Checks whether a literal is a sentence or a label rather than a key, a path, SQL or classes. @param {string} text */
const isEnglish = (text) =>
  /^[A-Z“]/.test(text) && /[a-z]{2} [a-z“{]/.test(text) && !/[{}<>=\\]|^[A-Z_]+$|^[A-Z][\w-]+: /.test(text)

/** Properties with a message for people, and constructors whose first argument is one. */
const messageProperties = /^(error|message|reason|hint)$/
const messageClasses = /(Invalid|Refusal|Conflict|NotFound|Forbidden|TryLater|Unauthorized|Error|Failed)$/

/** Checks whether a literal is a message, also one that begins in lowercase because it follows a colon. @param {ts.Node} node @param {string} text */
const isMessage = ({ parent }, text) =>
  /^[a-z<\d]/.test(text) &&
  /[a-z]{2} [a-z“<]/.test(text) &&
  ((ts.isPropertyAssignment(parent) && messageProperties.test(parent.name.getText())) ||
    (ts.isNewExpression(parent) && messageClasses.test(parent.expression.getText())))

/** Reads the texts of a Markdown or MDX page, with its title and description. @param {string} file @param {string} raw @returns {Text[]} */
export function textsOfPage(file, raw) {
  const [, front = '', body = raw] = /^---\n(.*?)\n---\n(.*)$/s.exec(raw) ?? []
  const start = raw.slice(0, raw.length - body.length).split('\n').length
  const seen = [...front.matchAll(/^(?:title|description): (.*)$/gm)].map(([, text = '']) => text)
  return [
    ...seen.map((text) => ({ kind: /** @type {Kind} */ ('docs'), file, line: 2, text })),
    { kind: 'docs', file, line: start, text: body.replace(/^(import|export) .*$/gm, '') },
  ]
}

/** Reads the strings, the text of elements and the comments of a source file. @param {string} file @param {string} source @returns {Text[]} */
export function textsOfSource(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  /** @type {Text[]} */
  const texts = []
  /** @param {Kind} kind @param {number} at @param {string} text */
  const add = (kind, at, text) =>
    texts.push({ kind, file, line: tree.getLineAndCharacterOfPosition(at).line + 1, text })
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isJsxAttribute(node) && isCodeAttribute.test(node.name.getText(tree))) return
    if (ts.isJsxText(node) && /[a-z]{2}/i.test(node.text))
      add('strings', node.getStart(tree), node.text.replace(/\s+/g, ' ').trim())
    else if (ts.isStringLiteralLike(node) && (isEnglish(node.text) || isMessage(node, node.text)))
      add('strings', node.getStart(tree), node.text)
    else if (ts.isTemplateExpression(node)) {
      const text = node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('')
      if ((isEnglish(text) || isMessage(node, text)) && !ts.isTaggedTemplateExpression(node.parent))
        add('strings', node.getStart(tree), text)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  for (const { pos, text } of commentsOf(tree, source)) add('docstrings', pos, text)
  return texts
}

/** Reads the comments of a file without their marks. @param {ts.SourceFile} tree @param {string} source */
function commentsOf(tree, source) {
  /** @type {Map<number, string>} */
  const found = new Map()
  /** @param {ts.Node} node */
  const visit = (node) => {
    const ranges = ts.isJsxText(node) ? [] : (ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [])
    for (const { pos, end } of ranges) found.set(pos, source.slice(pos, end))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return [...found].map(([pos, text]) => ({
    pos,
    text: text
      .replace(/^\/\*\*?|\*\/$|^\/\/ ?/g, '')
      .replace(/\n\s*\* ?/g, '\n')
      .replace(/@(ts-|type|param|typedef|template|returns|satisfies|vite-).*/g, '')
      .trim(),
  }))
}

/** Reads every text that the project's English rules are for. @returns {Text[]} */
export const readTexts = () => [
  ...[
    ...filesIn(
      ...['content/docs', 'content/pages', 'content/blog', 'content/skills'],
      'app/features/starter/templates',
    ).filter((file) => /\.mdx?$/.test(file)),
    ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ].flatMap((file) => textsOfPage(file, readFileSync(file, 'utf8'))),
  ...filesIn('app', 'agent-tools')
    .filter((file) => /\.(tsx?|js)$/.test(file))
    .flatMap((file) => textsOfSource(file, readFileSync(file, 'utf8'))),
]
