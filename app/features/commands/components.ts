import { z } from 'zod'
import { customEmoji, isUnicodeEmoji } from '#app/primitives/emoji.ts'

const id = z
  .string()
  .regex(/^[\w-]{1,40}$/, { error: 'Use up to 40 letters, digits, - or _.' })
  .meta({ description: 'Id of the control in its events.', example: 'accept' })
const label = z
  .string()
  .trim()
  .min(1, { error: 'Enter a label.' })
  .max(80, { error: 'Use at most 80 characters.' })

const emoji = z
  .string()
  .trim()
  .max(100, { error: 'Use at most 100 characters.' })
  .refine((value) => customEmoji(value) !== undefined || isUnicodeEmoji(value), {
    error: 'Use an emoji such as 👍, or name:id for a custom emoji.',
  })
  .nullable()
  .default(null)
  .meta({ description: 'A Unicode emoji, or `name:id` for a custom emoji.', example: '👍' })

/** Name of the guild command that a component runs, or null if the component only emits its event. */
const runs = z.string().min(1).max(32).nullable().default(null).meta({
  description: 'Command that the control runs. Null if it only triggers its event.',
  example: 'help',
})

const button = z.strictObject({
  kind: z.literal('button'),
  id,
  label,
  emoji,
  style: z.enum(['primary', 'secondary', 'success', 'danger']).default('secondary'),
  runs,
})
const link = z.strictObject({
  kind: z.literal('link'),
  label,
  emoji,
  url: z
    .string()
    .max(512)
    .refine((value) => /^https?:\/\/[^\s]+$/i.test(value), {
      error: 'Enter a URL that begins with https://.',
    }),
})
const select = z.strictObject({
  kind: z.literal('select'),
  id,
  placeholder: z.string().max(150, { error: 'Use at most 150 characters.' }).nullable().default(null),
  options: z
    .array(
      z.strictObject({
        label: z
          .string()
          .min(1, { error: 'Enter a label.' })
          .max(100, { error: 'Use at most 100 characters.' }),
        value: z
          .string()
          .min(1, { error: 'Enter a value.' })
          .max(100, { error: 'Use at most 100 characters.' }),
        description: z.string().max(100, { error: 'Use at most 100 characters.' }).nullable().default(null),
        emoji,
      }),
    )
    .min(1, { error: 'Add at least one option.' })
    .max(25, { error: 'Use at most 25 options.' })
    .refine((list) => new Set(list.map(({ value }) => value)).size === list.length, {
      error: 'Give each option a different value.',
    }),
  runs,
})

/** Component of a response. */
export type Component = z.output<typeof button> | z.output<typeof link> | z.output<typeof select>

/** Returns the number of rows that the components take up. A row can contain five buttons or one select. */
function rowsOf(list: Component[]): number {
  const selects = list.filter(({ kind }) => kind === 'select').length
  return selects + Math.ceil((list.length - selects) / 5)
}

/** Components of a response, in at most five rows. */
export const components = z
  .array(z.discriminatedUnion('kind', [button, link, select], { error: 'Use button, link or select.' }))
  .max(25, { error: 'Use at most 25 controls.' })
  .refine((list) => rowsOf(list) <= 5, {
    error: 'Use at most five rows, each with up to five buttons or one select.',
  })
  .refine((list) => new Set(idsOf(list)).size === idsOf(list).length, {
    error: 'Give each control a different id.',
  })
  .meta({ description: 'Buttons and selects below the response.' })

const idsOf = (list: Component[]) => list.flatMap((one) => ('id' in one ? [one.id] : []))

const whole = 'Use a whole number from 1 to 4,000.'

/** Form that opens before the response. Templates refer to form fields as `{field.<id>}`. */
export const modal = z
  .strictObject({
    title: z
      .string()
      .trim()
      .min(1, { error: 'Enter a title.' })
      .max(45, { error: 'Use at most 45 characters.' }),
    fields: z
      .array(
        z.strictObject({
          id,
          label: z
            .string()
            .trim()
            .min(1, { error: 'Enter a label.' })
            .max(45, { error: 'Use at most 45 characters.' }),
          style: z.enum(['short', 'paragraph']).default('short'),
          required: z.boolean().default(true),
          placeholder: z.string().max(100, { error: 'Use at most 100 characters.' }).nullable().default(null),
          max_length: z
            .number({ error: whole })
            .int()
            .min(1, { error: whole })
            .max(4000, { error: whole })
            .default(1000),
        }),
      )
      .min(1, { error: 'Add at least one field.' })
      .max(5, { error: 'Use at most five fields.' })
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
        error: 'Give each field a different id.',
      }),
  })
  .meta({ id: 'Modal', description: 'Form that opens before the response.' })

export type Modal = z.output<typeof modal>

/** Numeric values of Discord's component types. */
export const componentTypes = { row: 1, button: 2, select: 3, text: 4 } as const

/**
 * Parsed custom id: the kind, the command, and either the component or, for a form, the interaction that opened the
 * form. Discord limits custom ids to 100 characters and signs interactions, so custom ids cannot be forged.
 */
type Control = { kind: 'control'; commandId: string; id: string }
type Form = { kind: 'form'; commandId: string; openedBy: string | null }

const pattern = /^1:(?:control:([0-9A-Z]{26}):([\w-]{1,40})|form:([0-9A-Z]{26})(?::(\d{1,25}))?)$/

/** Returns the custom id of a button or a select. */
export const controlId = (commandId: string, id: string) => `1:control:${commandId}:${id}`
/** Returns the custom id of a form. */
export const formId = (commandId: string, openedBy: string | null) =>
  openedBy ? `1:form:${commandId}:${openedBy}` : `1:form:${commandId}`

/** Parses a custom id. Returns null if Signpost did not create the id or the format is outdated. */
export function readCustomId(text: string | undefined): Control | Form | null {
  const [, command, id, form, openedBy] = pattern.exec(text ?? '') ?? []
  if (command && id) return { kind: 'control', commandId: command, id }
  return form ? { kind: 'form', commandId: form, openedBy: openedBy ?? null } : null
}
