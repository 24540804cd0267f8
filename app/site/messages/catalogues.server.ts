import {
  createMessages,
  englishMessages,
  type Catalogue,
  type Messages,
} from '#app/site/messages/messages.ts'

/** Catalogues by language. Each JSON file in this folder is the catalogue of the language in its name. */
const catalogues = new Map(
  Object.entries(import.meta.glob<Catalogue>('./*.json', { eager: true, import: 'default' })).map(
    ([path, catalogue]) => [path.slice('./'.length, -'.json'.length), catalogue],
  ),
)

/** Languages that have a catalogue, such as `de`. */
export const languages = [...catalogues.keys()].sort()

const known = new Map<string, Messages>()

/**
 * Returns the texts of public pages for the language of a site (BCP 47). A region without its own catalogue uses the
 * catalogue of its language. A language without a catalogue uses English.
 */
export function messagesOf({ language }: { language: string }): Messages {
  const found = known.get(language)
  if (found) return found
  const made = createMessagesFor(language)
  // Bounded, because the owner can try any number of languages.
  if (known.size >= 50) known.clear()
  known.set(language, made)
  return made
}

function createMessagesFor(language: string): Messages {
  const locale = new Intl.Locale(language)
  const catalogue = catalogues.get(locale.baseName) ?? catalogues.get(locale.language)
  return catalogue && locale.baseName !== 'en' ? createMessages(catalogue, locale.baseName) : englishMessages
}
