import { z } from 'zod'
import { formatInteger } from '#app/primitives/count.ts'

const text = (most: number) =>
  z
    .string()
    .min(1, { error: 'Enter text.' })
    .max(most, { error: `Use at most ${formatInteger(most)} characters.` })
/** Checks whether a text is a URL that an embed can have. */
export const isWebUrl = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text)
/** Checks whether a URL is a placeholder for a value of the event. */
export const isUrlTemplate = (text: string): boolean => /^\{event\.data\.\w{1,100}\}$/.test(text)

const link = z
  .string()
  .max(2048)
  .refine((value) => isWebUrl(value) || isUrlTemplate(value), {
    error: 'Enter a URL that begins with https://, or a placeholder such as {event.data.url}.',
  })

const author = z.strictObject({ name: text(256), url: link.optional(), icon_url: link.optional() })
const footer = z.strictObject({ text: text(2048), icon_url: link.optional() })
const field = z.strictObject({ name: text(256), value: text(1024), inline: z.boolean().optional() })
const picture = z.strictObject({ url: link })

/**
 * Embed of a Discord message, with at least one visible part and at most 6,000 characters.
 * https://discord.com/developers/docs/resources/message#embed-object
 */
export const embed = z
  .strictObject({
    title: text(256).optional(),
    description: text(4096).optional(),
    url: link.optional(),
    color: z
      .number()
      .int()
      .min(0)
      .max(0xffffff)
      .optional()
      .meta({ description: 'Enter a color as a number, such as 0xFFCB05.' }),
    timestamp: z.iso.datetime({ offset: true }).optional(),
    author: author.optional(),
    footer: footer.optional(),
    image: picture.optional(),
    thumbnail: picture.optional(),
    fields: z.array(field).max(25, { error: 'Use at most 25 fields.' }).optional(),
  })
  .refine(
    ({ title, description, author, footer, image, thumbnail, fields }) =>
      Boolean(title || description || author || footer || image || thumbnail || fields?.length),
    {
      error: 'An embed needs visible content, such as a title.',
    },
  )
  .refine((value) => lengthOf(value) <= 6000, {
    error: 'Use at most 6,000 characters in total for all text in an embed.',
  })
  .meta({
    id: 'Embed',
    description: 'An embed in Discord’s format.',
    example: { title: 'Rules', description: 'Be kind.', color: 3_108_687 },
  })

type Texts = {
  title?: string | undefined
  description?: string | undefined
  author?: { name: string } | undefined
  footer?: { text: string } | undefined
  fields?: { name: string; value: string }[] | undefined
}

/** Counts the characters that count toward Discord's limit. */
function lengthOf({ title = '', description = '', author, footer, fields = [] }: Texts) {
  const parts = [title, description, author?.name ?? '', footer?.text ?? '']
  return [...parts, ...fields.flatMap(({ name, value }) => [name, value])].join('').length
}

export type Embed = z.output<typeof embed>
