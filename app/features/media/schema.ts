import { z } from 'zod'
import { mediaTypes, type MediaType } from '#app/site/image-paths.ts'
import { booleanParam, integerParam, time } from '#app/primitives/schema.ts'

/** What an upload may be at most. Bytes are those of the file that is sent, an animation counts all its pixels. */
export const mediaLimits = {
  bytes: 20 * 1024 * 1024,
  svgBytes: 1024 * 1024,
  pixels: 50_000_000,
  side: 16_383,
  frames: 300,
} as const

const alt = z.string().trim().max(500, { error: 'At most 500 characters.' }).meta({
  description: 'What the image shows, for those who do not see it.',
  example: 'A signpost at a crossing in the hills.',
})

/** What comes with the file of an upload. */
export const uploadInput = z.strictObject({ alt: alt.default('') })

/** What can be changed of an image: what is said of it, never what it shows. */
export const changeMediaInput = z.strictObject({ alt })

export const mediaParam = z.object({ id: z.string().meta({ example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' }) })

/** What the list of images can be narrowed by. */
export const mediaQuery = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: 'A part of a name or of an alternative text.', example: 'signpost' }),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

export const deleteMediaQuery = z.object({
  force: booleanParam
    .default(false)
    .meta({ description: '`true` deletes the image although published pages show it.' }),
})

const path = (description: string, example: string) => z.string().meta({ description, example })
const example = '/media/9f86d081884c7d659a2feaa0c55ad015-1600x900.jpg'

/** An image that texts can show. */
export const media = z
  .object({
    id: z.string(),
    url: path('The address on this site, as a text names it.', example),
    name: z.string().meta({ description: 'What the file was called.', example: 'signpost.jpg' }),
    type: z
      .enum(Object.values(mediaTypes) as [MediaType, ...MediaType[]])
      .meta({ description: 'The media type.', example: 'image/jpeg' }),
    bytes: z.number().int().meta({ description: 'How many bytes are served.', example: 245_760 }),
    width: z.number().int().meta({ description: 'In pixels.', example: 1600 }),
    height: z.number().int().meta({ description: 'In pixels.', example: 900 }),
    alt,
    sizes: z
      .array(
        z.object({
          width: z.number().int().meta({ description: 'In pixels.', example: 320 }),
          url: path('The address on this site.', `/media/320/${example.slice(7)}.webp`),
        }),
      )
      .meta({ description: 'Smaller sizes as WebP, the smallest first; none of a drawing.' }),
    uploaded_by: z
      .string()
      .nullable()
      .meta({ description: 'Who uploaded it; null when nobody is known.', example: 'Ada Lovelace' }),
    created_at: time,
    markdown: z.string().meta({
      description: 'What shows the image in a text.',
      example: `![A signpost at a crossing in the hills.](${example})`,
    }),
    used_in: z
      .array(
        z.object({
          path: path('The address of the page on this site.', '/docs/media'),
          title: z.string().meta({ description: 'The title of the page.', example: 'Media' }),
        }),
      )
      .meta({
        description: 'The pages that show it: published ones, and entries whose text is not published yet.',
      }),
  })
  .meta({ id: 'Media', description: 'An image that texts can show.' })

export type Media = z.infer<typeof media>
export type MediaQuery = z.infer<typeof mediaQuery>
