import { z } from 'zod'
import { scopes } from '#app/access.ts'
import { command, lines, table } from '#app/cli/command.server.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '#app/features/keys/keys.server.ts'
import { createKeyInput, keyId, MAX_OVERLAP_HOURS, rotateKeyInput } from '#app/features/keys/schema.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'

const input = createKeyInput.shape

export const keysCreate = command({
  name: 'keys create',
  summary: 'Creates an API key for a guild and prints it once.',
  options: createKeyInput.extend({
    guild: input.guild.meta({ description: 'Guild id.' }),
    name: input.name.meta({ description: 'Purpose of the key.' }),
    scopes: z
      .string()
      .transform((list) => list.split(',').map((scope) => scope.trim()))
      .pipe(input.scopes)
      .meta({ description: `Scopes, separated by commas: ${scopes.join(', ')}.` }),
    expires_in_days: z
      .string()
      .regex(/^\d{1,4}$/, { error: 'Enter a whole number of days from 1 to 3,650.' })
      .transform(Number)
      .pipe(z.number().min(1).max(3650, { error: 'Enter a whole number of days from 1 to 3,650.' }))
      .optional()
      .meta({ description: 'Days until the key expires, 1 to 3,650. Default: never.' }),
  }),
  run: createKey,
  print: (key) => `${lines(key)}

Store the key now. The key will not be shown again.`,
})

export const keysList = command({
  name: 'keys list',
  summary: 'Lists API keys, oldest first, without their secrets.',
  options: z.strictObject({
    guild: snowflake.optional().meta({ description: 'Only keys of this guild.' }),
  }),
  run: async (ctx, input) => ({ keys: await listKeys(ctx, input) }),
  print: ({ keys }) => table(keys, 'There are no keys.'),
})

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Revokes an API key. Repeating it changes nothing.',
  options: keyId.extend({ id: keyId.shape.id.meta({ description: 'Key id, as shown by keys list.' }) }),
  run: revokeKey,
  print: (key) => `The key ${key.name} (${key.id}) was revoked.`,
})

const { id, overlap_hours } = rotateKeyInput.shape

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'Replaces an API key and prints the new key once. The old key expires after an overlap period.',
  options: rotateKeyInput.extend({
    id: id.meta({ description: 'Key id, as shown by keys list.' }),
    overlap_hours: z
      .string()
      .regex(/^\d{1,3}$/, { error: `Enter a whole number of hours from 0 to ${MAX_OVERLAP_HOURS}.` })
      .transform(Number)
      .pipe(overlap_hours.unwrap())
      .default(24)
      .meta({
        description: `Hours during which both keys are valid, 0 to ${MAX_OVERLAP_HOURS}. Default: 24.`,
      }),
  }),
  run: rotateKey,
  print: ({ replaces, ...key }) =>
    `${lines(key)}

Store the key now. The new key will not be shown again. ${replaces.id} expires on ${formatTimestamp(replaces.ends_at)}.`,
})
