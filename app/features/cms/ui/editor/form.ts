import type { DraftFields } from '#app/features/cms/schema.ts'

/** Id of the form. All actions except deleting submit this form, so that they apply to the typed text. */
export const ENTRY_FORM = 'entry'

/** Returns the intent of a submission. The button's intent comes after the default one. */
export const intentOf = (data: FormData | undefined) => data?.getAll('intent').at(-1)

const orNull = (value: string) => (value === '' ? null : value)

/** Returns the typed fields of the form. */
export function fieldsOf(form: HTMLFormElement): DraftFields {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  const order = Number(text('order'))
  const tags = text('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  return {
    slug: text('slug'),
    title: text('title'),
    description: text('description'),
    body: text('body'),
    tags,
    section: orNull(text('section')),
    order: data.has('order') && Number.isFinite(order) ? order : null,
    author: orNull(text('author')),
    published_on: orNull(text('published_on')),
  }
}
