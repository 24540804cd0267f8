import type { Pattern } from '#app/site/messages/english-patterns.ts'

type Element = Exclude<Pattern, string>[number]
type Values = Record<string, unknown>

/** Sections of the texts that only public pages show. A test checks that the scripts of other pages use none of them. */
export const PUBLIC_SECTIONS: readonly string[] = ['search', 'contact', 'contactForm', 'scripts']

/** Types of the elements that texts of private pages have: text, placeholder, number and tag. The build checks this. */
export const PRIVATE_ELEMENTS: readonly number[] = [0, 1, 2, 8]

/** Formats the texts of private pages in the browser, instead of the package of this name. */
export class IntlMessageFormat {
  readonly #pattern: Pattern
  readonly #locale: string

  constructor(pattern: Pattern, locale: string) {
    this.#pattern = pattern
    this.#locale = locale
  }

  /** Returns a text, or its parts if some of them are not text. */
  format(values: Values = {}): unknown {
    const parts = partsOf(this.#pattern, values, this.#locale)
    return parts.every((part) => typeof part === 'string') ? parts.join('') : parts
  }
}

const partsOf = (pattern: Pattern, values: Values, locale: string): unknown[] =>
  pattern.flatMap((element) => formatElement(element, values, locale))

function formatElement(element: Element, values: Values, locale: string): unknown {
  const name = element.type === 7 ? '' : element.value
  if (element.type === 0) return name
  if (!(name in values)) throw new Error(`The text has no value for ${name}`)
  const value = values[name]
  if (element.type === 8)
    return (value as (parts: unknown[]) => unknown)(partsOf(element.children, values, locale))
  if (element.type === 2) return Number(value).toLocaleString(locale)
  return typeof value === 'object' ? value : String(value)
}
