import { z } from 'zod'
import { scopes } from '#app/access.ts'
import { command, lines } from '#app/cli/command.server.ts'
import { createKey } from '#app/features/keys/keys.server.ts'
import { createKeyInput } from '#app/features/keys/schema.ts'

const input = createKeyInput.shape

export const keysCreate = command({
  name: 'keys create',
  summary: 'Makes an API key for a guild and prints it, this once.',
  options: createKeyInput.extend({
    guild: input.guild.meta({ description: 'The guild’s id.' }),
    name: input.name.meta({ description: 'What the key is for.' }),
    scopes: z
      .string()
      .transform((list) => list.split(',').map((scope) => scope.trim()))
      .pipe(input.scopes)
      .meta({ description: `Separated by commas: ${scopes.join(', ')}.` }),
    expires_in_days: z
      .string()
      .regex(/^\d{1,4}$/, { error: 'A whole number of days from 1 to 3650.' })
      .transform(Number)
      .pipe(z.number().min(1).max(3650, { error: 'A whole number of days from 1 to 3650.' }))
      .optional()
      .meta({ description: 'Days until it ends, 1 to 3650; never when not given.' }),
  }),
  run: createKey,
  print: (key) => `${lines(key)}\n\nKeep the key now: it is not shown again.`,
})
