import { IntlMessageFormat } from 'intl-messageformat'
import en from '#app/site/messages/en.json'

/** A parsed text. */
export type Pattern = ReturnType<IntlMessageFormat['getAst']>

/**
 * English texts with placeholders, tags or escapes, parsed, by id. The build ships them as data, so that private pages,
 * which are always in English, need no parser.
 */
export const englishPatterns: Record<string, Pattern> = Object.fromEntries(
  Object.entries(en).flatMap(([section, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const pattern = new IntlMessageFormat(text).getAst()
      const isPlain = pattern.length === 1 && 'value' in pattern[0]! && pattern[0].value === text
      return isPlain ? [] : [[`${section}.${key}`, pattern]]
    }),
  ),
)
