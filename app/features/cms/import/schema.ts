import { z } from 'zod'
import { MAX_REDIRECTS } from '#app/features/content/redirects.ts'
import { entryTypes } from '#app/features/content/schema.ts'

/** Systems whose exports can be imported. `folder` is a folder in the layout of CONTENT_DIR. */
export const siteFormats = [
  'folder',
  'ghost',
  'wordpress',
  'jekyll',
  'hugo',
  'docusaurus',
  'astro',
  'markdown',
] as const
export type SiteFormat = (typeof siteFormats)[number]

const MIB = 1024 * 1024

/**
 * Limits of an import. Sizes are in bytes. `upload` applies over HTTP, because proxies limit bodies, and `command` on
 * the command line. `ratio` applies to files that unpack to more than 1 MiB, `text` to one file, and `texts` to all
 * entries and the report together.
 */
export const importLimits = {
  upload: 20 * MIB,
  command: 256 * MIB,
  unpacked: 256 * MIB,
  file: 64 * MIB,
  text: MIB,
  texts: 32 * MIB,
  files: 5_000,
  folders: 20,
  ratio: 200,
  entries: 2_000,
  redirects: MAX_REDIRECTS,
  levels: 100,
  /** Time to read the file, in milliseconds. */
  patience: 60_000,
} as const

const outcome = z.enum(['created', 'changed', 'unchanged', 'refused'])
export type Outcome = z.output<typeof outcome>

const source = z
  .string()
  .meta({ description: 'File or item in the import.', example: '_posts/2024-01-02-hello.md' })

const importedEntry = z
  .object({
    source,
    type: z.enum(entryTypes),
    path: z.string().meta({ description: 'New path on the site.', example: '/blog/hello' }),
    title: z.string(),
    outcome,
    publishes: z.boolean().meta({ description: 'True if this import publishes the entry.' }),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Id of the CMS entry. Null if the entry does not exist yet.' }),
    notes: z.array(z.string()).meta({
      description: 'Changes to the text and fields of the entry.',
      example: ['The title was shortened.'],
    }),
  })
  .meta({ id: 'ImportedEntry' })

const importedImage = z
  .object({
    source,
    outcome,
    url: z.string().nullable().meta({ description: 'URL on this site. Null before the import.' }),
    note: z.string().nullable().meta({ description: 'Reason why the image was refused.' }),
  })
  .meta({ id: 'ImportedImage' })

const importedRedirect = z
  .object({
    from: z.string().meta({ description: 'Path on the old site.', example: '/2024/01/02/hello' }),
    to: z.string().meta({ description: 'New path on the site.', example: '/blog/hello' }),
    outcome,
    note: z.string().nullable().meta({ description: 'Reason why the redirect was refused.' }),
  })
  .meta({ id: 'ImportedRedirect' })

export const importReport = z
  .object({
    format: z.enum(siteFormats).meta({ description: 'Detected system.' }),
    dry_run: z.boolean().meta({ description: 'True if nothing was stored.' }),
    digest: z.string().meta({
      description: 'Digest of the planned changes. To import exactly this plan, send it as `digest`.',
      example: '5d41402abc4b2a76b9719d911017c592',
    }),
    counts: z
      .object({
        created: z.number().int().meta({ description: 'New entries.' }),
        changed: z.number().int().meta({ description: 'New versions of existing entries.' }),
        unchanged: z
          .number()
          .int()
          .meta({ description: 'Entries that are already on the site with the same fields.' }),
        refused: z.number().int().meta({ description: 'Entries that cannot be imported.' }),
        published: z.number().int().meta({ description: 'Entries that the import publishes.' }),
        images: z.number().int().meta({ description: 'New images.' }),
        redirects: z.number().int().meta({ description: 'New redirects.' }),
        skipped: z.number().int().meta({ description: 'Files and items that are not imported.' }),
      })
      .meta({ id: 'ImportCounts' }),
    entries: z.array(importedEntry).meta({ description: 'Entries in the order of the import.' }),
    images: z.array(importedImage).meta({ description: 'Images in the import.' }),
    redirects: z.array(importedRedirect).meta({ description: 'Redirects from old URLs.' }),
    skipped: z
      .array(
        z.object({
          source,
          reason: z.string().meta({
            description: 'Reason why the file or item is not imported.',
            example: 'This type is not supported.',
          }),
        }),
      )
      .meta({ description: 'Files and items that are not imported.' }),
  })
  .meta({ id: 'ImportReport' })

export type ImportReport = z.output<typeof importReport>
export type ImportedEntry = z.output<typeof importedEntry>
export type ImportedImage = z.output<typeof importedImage>
export type ImportedRedirect = z.output<typeof importedRedirect>

const flag = z
  .enum(['true', 'false'], { error: 'Use true or false.' })
  .default('false')
  .transform((value) => value === 'true')

/** Schema of the fields sent with an import file. */
export const importFields = z.strictObject({
  dry_run: flag.meta({ description: '`true` returns the report without storing anything.' }),
  publish: flag.meta({ description: '`true` publishes entries that were public on the old site.' }),
  digest: z
    .string()
    .regex(/^[0-9a-f]{32,64}$/, { error: 'Use the digest from a report.' })
    .optional()
    .meta({
      description:
        'Digest of a report. If the planned changes differ from that report, the import is refused.',
    }),
})
