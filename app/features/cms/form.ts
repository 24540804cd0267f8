import { z } from 'zod'
import { draftFields, entryInput } from '#app/features/cms/schema.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { versionField } from '#app/primitives/schema.ts'
import { isLocalTime } from '#app/primitives/zoned-time.ts'

const optional = (value: unknown) => (value === '' ? null : value)

const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

const typed = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string().default(''),
  body: z
    .string()
    .default('')
    .transform((text) => text.replaceAll('\r\n', '\n')),
  tags: z.string().default('').transform(tagsIn),
  section: z.preprocess(optional, z.string().nullable().default(null)),
  order: z
    .preprocess(optional, z.string().nullable().default(null))
    .transform((text) => (text === null ? null : Number(text))),
  author: z.preprocess(optional, z.string().nullable().default(null)),
  published_on: z.preprocess(optional, z.string().nullable().default(null)),
})

/** Parses the fields submitted by the editor form. All values are strings, and tags are separated by commas. */
export const entryForm = z.preprocess((values) => {
  const read = typed.safeParse(values)
  return read.success ? read.data : values
}, entryInput)

/** Parses the same fields as a draft, which can be invalid. */
export const draftForm = typed.pipe(draftFields)

/** Fields of the form for a new entry. */
export const newEntryForm = z.object({ type: z.enum(entryTypes), title: entryInput.shape.title })

/** Fields of a form that acts on one version of an entry. */
export const versionForm = z.object({ version: versionField })
/** Version that an action applies to. The version of the text in the same form can be older. */
export const statusForm = z.object({ entry_version: versionField })
/** Fields of the schedule form. The time is in the time zone of the site. */
export const scheduleForm = z.object({
  ...versionForm.shape,
  scheduled_at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, { error: 'Enter a date and time.' })
    .transform((text) => text.slice(0, 16))
    .refine(isLocalTime, { error: 'Enter an existing date before the year 9999.' }),
})
const confirmed = z.literal('yes', { error: 'Select the checkbox to confirm.' })
export const confirmForm = z.object({ ...versionForm.shape, sure: confirmed })
export const discardForm = z.object({ discard: confirmed })
