import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { createBackup } from '#app/features/backups/backup.server.ts'
import { restoreBackup } from '#app/features/backups/restore.server.ts'

export const restore = command({
  name: 'restore',
  summary:
    'Puts a backup in the place of the database. The server has to be stopped; what was there is kept.',
  options: z.object({
    from: z.string().min(1).meta({ description: 'The folder of the backup.' }),
    replace: z.boolean().default(false).meta({ description: 'Says that what is there may be put aside.' }),
  }),
  start: ({ config }, { from, replace }) => restoreBackup(config, { from, replace, now: new Date() }),
  print: ({ made_at, applied, kept, own_pepper }) =>
    [
      `The database is as it was at ${made_at}.`,
      ...(applied.length ? [`Applied since: ${applied.join(', ')}.`] : []),
      ...(kept ? [`What was there before is in ${kept}.`] : []),
      ...(own_pepper ? ['It was made with KEY_PEPPER set: set the same one, or API keys do not work.'] : []),
    ].join('\n'),
})

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
  start: ({ config }, { to, keep }) => createBackup(config, { to, keep, now: new Date() }),
  print: ({ path, bytes, removed }) =>
    [
      `${path} is a backup now (${(bytes / 1024 / 1024).toFixed(1)} MiB).`,
      ...removed.map((name) => `${name} is deleted.`),
    ].join('\n'),
})
