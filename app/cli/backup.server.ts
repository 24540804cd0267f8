import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { makeBackup } from '#app/features/backups/backup.server.ts'

export const backup = command({
  name: 'backup',
  summary: 'Makes a backup of the database, the secrets and the mailbox, while the server runs.',
  options: z.object({
    to: z.string().min(1).optional().meta({
      description: 'The folder that gets it, as a folder of its own; DATA_DIR/backups when not given.',
    }),
    keep: z.coerce.number().int().min(1).max(10_000).optional().meta({
      description: 'How many of the newest stay in that folder, this one included; all when not given.',
    }),
  }),
  start: ({ config }, { to, keep }) => makeBackup(config, { to, keep, now: new Date() }),
  print: ({ path, bytes, removed }) =>
    [
      `${path} is a backup now (${(bytes / 1024 / 1024).toFixed(1)} MiB).`,
      ...removed.map((name) => `${name} is deleted.`),
    ].join('\n'),
})
