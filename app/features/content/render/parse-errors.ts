/** Reason for rejecting MDX expressions, imports and exports. */
const NOT_CODE = 'Text cannot contain code. Write \\{ for a brace, and put code samples in backticks.'
const OPEN_BRACE = 'A brace “{” begins code, which is not allowed in content. Write \\{ to show it.'
const WRONG_TAG = 'A “<” begins a tag, and this tag is not valid. Write \\< to show the character.'
const UNOPENED_TAG = 'This closing tag has no opening tag. Remove it, or add the opening tag.'

/** Patterns of parser messages with explanations, most specific first. */
const explanations: [RegExp, string][] = [
  [
    /^Expected a closing tag for `<([^>]*)>`.*`paragraph`/,
    'The tag <$1> is not closed. Add </$1> in the same paragraph.',
  ],
  [/^Expected a closing tag for `<([^>]*)>`/, 'The tag <$1> is not closed. Add </$1>.'],
  [
    /^Unexpected closing tag `([^`]*)`, .* tag for `<([^>]*)>`/,
    'The tag <$2> is not closed. Add </$2> before $1.',
  ],
  [/^Unexpected closing slash/, UNOPENED_TAG],
  [/^Could not parse .* with acorn/, NOT_CODE],
  [/closing brace for `{`$/, OPEN_BRACE],
  [/to create a comment in MDX/, 'HTML comments are not allowed in content. Write {/* text */}.'],
  [/to create a link in MDX/, 'Links in <> are not allowed in content. Write [text](URL).'],
  [/^Unexpected (character|end of file) /, WRONG_TAG],
]

/**
 * Explains an error of the MDX parser in words that do not require knowledge of the parser. If the message names the
 * place of the tag that is not closed, also returns its line and column.
 */
export function explainParseError(message: string): { reason: string; line?: number; column?: number } {
  const found = explanations.find(([pattern]) => pattern.test(message))
  const reason = found?.[0]
    .exec(message)
    ?.reduce((text, part, at) => text.replaceAll(`$${at}`, () => part), found[1])
  const [, line, column] = /\((\d+):(\d+)-\d+:\d+\)/.exec(message) ?? []
  return { reason: reason ?? message, ...(line && { line: Number(line), column: Number(column) }) }
}
