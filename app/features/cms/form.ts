import { z } from 'zod'
import { entryInput } from '#app/features/cms/schema.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { versionField } from '#app/primitives/schema.ts'

const optional = (value: unknown) => (value === '' ? null : value)

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

/** Reads the fields of an entry as the editor’s form sends them: everything is text, and tags have commas between them. */
export const entryForm = z.preprocess((values) => {
  const read = typed.safeParse(values)
  return read.success ? read.data : values
}, entryInput)

function tagsIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().toLowerCase())
        .filter(Boolean),
    ),
  ]
}

/** What a new entry begins with. */
export const newEntryForm = z.object({ type: z.enum(entryTypes), slug: z.string(), title: z.string() })

/** An act on an entry as it stands. */
export const versionForm = z.object({ version: versionField })
/** The time comes as a field of a form has it, without a zone: it is taken for UTC. */
export const scheduleForm = z.object({
  ...versionForm.shape,
  scheduled_at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, { error: 'Choose a day and a time.' })
    .transform((text) => `${text.slice(0, 16)}:00Z`),
})
export const confirmForm = z.object({
  ...versionForm.shape,
  sure: z.literal('yes', { error: 'Tick the box first.' }),
})
