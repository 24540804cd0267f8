import { IntlMessageFormat } from 'intl-messageformat'
import { DATE_LOCALE, formatDay } from '#app/primitives/dates.ts'
import en from '#app/site/messages/en.json'
import { englishPatterns, type Pattern } from '#app/site/messages/english-patterns.ts'

/** Texts of public pages in one language, by section and key, in ICU MessageFormat. */
export type Catalogue = { [S in keyof typeof en]: { [K in keyof (typeof en)[S]]: string } }

/** Section and key of a text, such as `lists.older`. */
export type MessageId = { [S in keyof Catalogue]: `${S}.${keyof Catalogue[S] & string}` }[keyof Catalogue]

/** Values of placeholders, and functions that render the text between tags. */
type Values<T> = Record<string, string | number | T | ((parts: (string | T)[]) => T)>

/** Texts of a language. */
export type Messages = {
  catalogue: Catalogue
  /** Returns a text. Throws if a value is missing. */
  text(id: MessageId, values?: Record<string, string | number>): string
  /** Returns the parts of a text, some of which are values or rendered tags. */
  parts<T>(id: MessageId, values: Values<T>): (string | T)[]
  /** Formats a day, `YYYY-MM-DD` or longer. */
  day(date: string): string
  /** Returns the translation of an English text. Returns undefined if the catalogue does not have the text. */
  translate(english: string): string | undefined
}

/**
 * Creates the functions for a catalogue. Dates and numbers follow `locale`, a BCP 47 tag. `patternOf` returns the parsed
 * text if there is no parser.
 */
export function createMessages(
  catalogue: Catalogue,
  locale: string,
  patternOf: (id: MessageId) => string | Pattern = (id) => textOf(catalogue, id),
): Messages {
  const formats = new Map<MessageId, IntlMessageFormat>()
  function formatOf(id: MessageId): IntlMessageFormat {
    const known = formats.get(id)
    if (known) return known
    const made = new IntlMessageFormat(patternOf(id), locale)
    formats.set(id, made)
    return made
  }
  const ids = new Map(messageIds.map((id) => [textOf(en, id), id]))
  return {
    catalogue,
    text: (id, values) => String(formatOf(id).format(values)),
    parts<T>(id: MessageId, values: Values<T>) {
      const made = formatOf(id).format<T>(values as never)
      return Array.isArray(made) ? made : [made]
    },
    day: (date) => formatDay(date, locale),
    translate(text) {
      if (catalogue === en) return text
      const id = ids.get(text)
      return id && textOf(catalogue, id)
    },
  }
}

function textOf(catalogue: Catalogue, id: MessageId): string {
  const [section, key] = id.split('.') as [keyof Catalogue, never]
  return catalogue[section][key]
}

/** All ids, in the order of the English catalogue. */
export const messageIds = Object.entries(en).flatMap(([section, texts]) =>
  Object.keys(texts).map((key) => `${section}.${key}` as MessageId),
)

/** Texts in English, the language of all private pages. */
export const englishMessages = createMessages(
  en,
  DATE_LOCALE,
  (id) => englishPatterns[id] ?? [{ type: 0, value: textOf(en, id) }],
)
