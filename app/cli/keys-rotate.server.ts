import { z } from 'zod'
import { command, lines } from '#app/cli/command.server.ts'
import { rotateKey } from '#app/features/keys/keys.server.ts'
import { MOST_OVERLAP, rotateKeyInput } from '#app/features/keys/schema.ts'

const { id, overlap_hours } = rotateKeyInput.shape

export const keysRotate = command({
  name: 'keys rotate',
  summary: 'Makes the successor of an API key and prints it, this once. The old one ends after an overlap.',
  options: rotateKeyInput.extend({
    id: id.meta({ description: 'The key’s id, as keys list shows it.' }),
    overlap_hours: z
      .string()
      .regex(/^\d{1,3}$/, { error: `A whole number of hours from 0 to ${MOST_OVERLAP}.` })
      .transform(Number)
      .pipe(overlap_hours.unwrap())
      .default(24)
      .meta({ description: `Hours that both are valid, 0 to ${MOST_OVERLAP}; 24 when not given.` }),
  }),
  run: rotateKey,
  print: ({ replaces, ...key }) =>
    `${lines(key)}\n\nKeep the key now: it is not shown again. ${replaces.id} ends at ${replaces.ends_at}.`,
})
