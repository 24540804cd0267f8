import { z } from 'zod'
import { pagedQuery, sortParams, versionField } from '#app/primitives/schema.ts'
import { readFields } from '#app/features/commands/fields.ts'
import { commandInput, type CommandInput } from '#app/features/commands/schema.ts'

/**
 * Parses the command form into a command and its base version, which is 0 for a new command. Issue paths refer to the
 * command.
 */
export const commandForm = z
  .record(z.string(), z.string())
  .transform((values, check): CommandInput & { version: number } => {
    const { input, issues } = readFields(values)
    const parsed = commandInput.safeParse(input)
    const unread = new Set(issues.map(({ path }) => path))
    const found = parsed.error?.issues ?? []
    for (const issue of issues)
      check.addIssue({ code: 'custom', path: issue.path.split('.'), message: issue.message })
    for (const issue of found) {
      if (unread.has(issue.path.join('.'))) continue
      const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]]
      for (const name of names) {
        const message = name.length ? 'Remove this unknown field.' : issue.message
        check.addIssue({ code: 'custom', path: [...issue.path, ...name], message })
      }
    }
    if (!parsed.success || issues.length) return z.NEVER
    return { ...parsed.data, version: Number(values.version) || 0 }
  })

/** Query parameters of the command list in the console. */
export const commandsQuery = pagedQuery.extend({
  q: z
    .string()
    .trim()
    .max(100)
    .transform((text) => text.replace(/^\//, ''))
    .optional(),
  ...sortParams(['name', 'type', 'use_count', 'last_used_at']),
})

/** Fields of the form that confirms a deletion. */
export const deleteForm = z.object({
  version: versionField,
  sure: z.literal('yes', { error: 'Select the checkbox to confirm.' }),
})
