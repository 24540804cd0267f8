import { z } from 'zod'
import { scopes } from '#app/access.ts'
import { command, lines, table } from '#app/cli/command.server.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '#app/features/keys/keys.server.ts'
import { createKeyInput, keyId, MAX_OVERLAP_HOURS, rotateKeyInput } from '#app/features/keys/schema.ts'
import { snowflake } from '#app/primitives/schema.ts'

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

export const keysList = command({
  name: 'keys list',
  summary: 'Lists API keys, oldest first, without their secrets.',
  options: z.strictObject({
    guild: snowflake.optional().meta({ description: 'Only those of this guild.' }),
  }),
  run: async (ctx, input) => ({ keys: await listKeys(ctx, input) }),
  print: ({ keys }) => table(keys, 'There are no keys.'),
})

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Ends an API key. A second time changes nothing.',
  options: keyId.extend({ id: keyId.shape.id.meta({ description: 'The key’s id, as keys list shows it.' }) }),
  run: revokeKey,
  print: (key) => `The key ${key.name} (${key.id}) is revoked.`,
})

const { id, overlap_hours } = rotateKeyInput.shape

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'Makes the successor of an API key and prints it, this once. The old one ends after an overlap.',
  options: rotateKeyInput.extend({
    id: id.meta({ description: 'The key’s id, as keys list shows it.' }),
    overlap_hours: z
      .string()
      .regex(/^\d{1,3}$/, { error: `A whole number of hours from 0 to ${MAX_OVERLAP_HOURS}.` })
      .transform(Number)
      .pipe(overlap_hours.unwrap())
      .default(24)
      .meta({ description: `Hours that both are valid, 0 to ${MAX_OVERLAP_HOURS}; 24 when not given.` }),
  }),
  run: rotateKey,
  print: ({ replaces, ...key }) =>
    `${lines(key)}\n\nKeep the key now: it is not shown again. ${replaces.id} ends at ${replaces.ends_at}.`,
})
