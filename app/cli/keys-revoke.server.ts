import { command } from '#app/cli/command.server.ts'
import { revokeKey } from '#app/features/keys/keys.server.ts'
import { keyId } from '#app/features/keys/schema.ts'

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Ends an API key. A second time changes nothing.',
  options: keyId.extend({ id: keyId.shape.id.meta({ description: 'The key’s id, as keys list shows it.' }) }),
  run: revokeKey,
  print: (key) => `The key ${key.name} (${key.id}) is revoked.`,
})
