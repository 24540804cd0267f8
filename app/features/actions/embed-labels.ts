import { ownValue } from '#app/primitives/objects.ts'

/** Labels of the parts of an embed, by path. */
export const embedLabels = {
  title: 'Title',
  description: 'Description',
  color: 'Color of the edge',
  fields: 'Embed fields',
  'author.name': 'Author',
  'footer.text': 'Footer',
  url: 'Title URL',
  'author.url': 'Author URL',
  'author.icon_url': 'Author image URL',
  'footer.icon_url': 'Footer image URL',
  'image.url': 'Large image URL',
  'thumbnail.url': 'Small image URL',
}

/** Labels of the parts of an embed field. */
export const embedFieldLabels = { name: 'Name', value: 'Text', inline: 'Beside the previous field' }

/** Returns the label of a part of an embed, such as “Embed field 2, Text” for `fields.1.value`. */
export function labelOfEmbedPart(path: string): string | undefined {
  const [, index, part = ''] = /^fields\.(\d+)(?:\.(\w+))?$/.exec(path) ?? []
  if (index === undefined) return ownValue(embedLabels, path)
  return [`Embed field ${Number(index) + 1}`, ownValue(embedFieldLabels, part)].filter(Boolean).join(', ')
}
