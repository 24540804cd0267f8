import { z } from 'zod'
import { mediaTypes, type MediaType } from '#app/site/image-paths.ts'
import { booleanParam, integerParam, type Sorted, sortParams, time } from '#app/primitives/schema.ts'

/** Limits for an upload. `bytes` limits the file as sent. `pixels` limits all frames of an animation together. */
export const mediaLimits = {
  bytes: 20 * 1024 * 1024,
  svgBytes: 1024 * 1024,
  pixels: 50_000_000,
  side: 16_383,
  frames: 300,
} as const

const alt = z.string().trim().max(500, { error: 'Use at most 500 characters.' }).meta({
  description: 'Description of the image for people who cannot see it.',
  example: 'A path between two hills.',
})

/** Schema of the fields sent with an uploaded file. */
export const uploadInput = z.strictObject({ alt: alt.default('') })

/** Schema of the editable fields: only the alternative text. */
export const changeMediaInput = z.strictObject({ alt })

export const mediaParam = z.object({ id: z.string().meta({ example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' }) })

/** Schema of the filters and pagination for the image list. */
export const mediaQuery = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: 'Part of the name or the description.', example: 'hills' }),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** Columns that sort the list of images in the console. */
export const mediaSort = sortParams(['name', 'bytes', 'created_at'])

export const deleteMediaQuery = z.object({
  force: booleanParam
    .default(false)
    .meta({ description: '`true` deletes the image even if published pages show it.' }),
})

const path = (description: string, example: string) => z.string().meta({ description, example })
const example = '/media/9f86d081884c7d659a2feaa0c55ad015-1600x900.jpg'

/** Schema of an image that entries can use. */
export const media = z
  .object({
    id: z.string(),
    url: path('URL on this site, as used in Markdown.', example),
    name: z.string().meta({ description: 'Original filename.', example: 'hills.jpg' }),
    type: z
      .enum(Object.values(mediaTypes) as [MediaType, ...MediaType[]])
      .meta({ description: 'Media type.', example: 'image/jpeg' }),
    bytes: z.number().int().meta({ description: 'Size of the served file in bytes.', example: 245_760 }),
    width: z.number().int().meta({ description: 'In pixels.', example: 1600 }),
    height: z.number().int().meta({ description: 'In pixels.', example: 900 }),
    alt,
    sizes: z
      .array(
        z.object({
          width: z.number().int().meta({ description: 'In pixels.', example: 320 }),
          url: path('URL on this site.', `/media/320/${example.slice(7)}.webp`),
        }),
      )
      .meta({ description: 'Smaller sizes as WebP, smallest first. None for SVG.' }),
    uploaded_by: z
      .string()
      .nullable()
      .meta({ description: 'User who uploaded it. Null if unknown.', example: 'Ada Lovelace' }),
    created_at: time,
    markdown: z.string().meta({
      description: 'Markdown that shows the image.',
      example: `![A path between two hills.](${example})`,
    }),
    used_in: z
      .array(
        z.object({
          path: path('URL of the page on this site.', '/docs/components'),
          title: z.string().meta({ description: 'Title of the page.', example: 'Media' }),
        }),
      )
      .meta({
        description: 'Published pages and drafts that show the image.',
      }),
  })
  .meta({ id: 'Media', description: 'Image for use in entries.' })

export type Media = z.infer<typeof media>
export type MediaQuery = z.infer<typeof mediaQuery>
export type MediaSort = Sorted<'name' | 'bytes' | 'created_at'>
