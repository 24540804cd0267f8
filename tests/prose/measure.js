/** Counts, with textlint, the words of the texts and what the style guide hunts. */
import { TextlintKernel } from '@textlint/kernel'
import markdown from '@textlint/textlint-plugin-markdown'
// @ts-expect-error: the rule has no types
import terminology from 'textlint-rule-terminology'

/** @typedef {import('./texts.js').Text} Text */
/** @typedef {{ words: number, semicolons: number, you: number }} Counts */

/** Markdown, with and without JSX. */
const plugins = [{ pluginId: 'markdown', plugin: /** @type {any} */ (markdown).default ?? markdown }]
const rule = /** @type {any} */ (terminology).default ?? terminology

/**
 * Lints texts against terms (a pattern and what to write instead). Returns the places of each pattern and the counts.
 * @param {Text[]} texts @param {[string, string][]} terms
 */
export async function measure(texts, terms) {
  const kernel = new TextlintKernel()
  /** @type {Counts} */
  const counts = { words: 0, semicolons: 0, you: 0 }
  const count = (/** @type {any} */ { Syntax, getSource }) => ({
    [Syntax.Str](/** @type {any} */ node) {
      const text = getSource(node)
      counts.words += text.match(/[\p{L}\d’'-]+/gu)?.length ?? 0
      counts.semicolons += text.match(/;/g)?.length ?? 0
      counts.you += text.match(/\byour?s?\b/gi)?.length ?? 0
    },
  })
  /** @type {{ term: string, place: string }[]} */
  const found = []
  for (const { file, line, text } of texts) {
    const { messages } = await kernel.lintText(text, {
      ext: '.md',
      plugins,
      rules: [
        { ruleId: 'count', rule: count },
        { ruleId: 'terminology', rule, options: { defaultTerms: false, terms, skip: [] } },
      ],
    })
    for (const { message, loc } of messages)
      found.push({ term: message, place: `${file}:${line + loc.start.line - 1}` })
  }
  return { counts, found }
}
