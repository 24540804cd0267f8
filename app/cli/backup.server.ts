import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { createBackup } from '#app/features/backups/backup.server.ts'
import { restoreBackup } from '#app/features/backups/restore.server.ts'
import { formatBytes } from '#app/primitives/bytes.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'

export const restore = command({
  name: 'restore',
  summary: 'Restores a backup and moves existing data to another folder. Stop the server first.',
  options: z.object({
    from: z.string().min(1).meta({ description: 'Folder of the backup.' }),
    replace: z.boolean().default(false).meta({
      description: 'Allows the backup to replace existing data. The old data is moved to another folder.',
    }),
  }),
  start: ({ config }, { from, replace }) => restoreBackup(config, { from, replace, now: new Date() }),
  print: ({ made_at, applied, kept, own_pepper }) =>
    [
      `Restored the database to its state at ${formatTimestamp(made_at, true)}.`,
      ...(applied.length ? [`Applied migrations: ${applied.join(', ')}.`] : []),
      ...(kept ? [`The previous data is in ${kept}.`] : []),
      ...(own_pepper
        ? [
            'The backup was made with KEY_PEPPER. Set KEY_PEPPER to the same value, or API keys will not work.',
          ]
        : []),
    ].join('\n'),
})

export const backup = command({
  name: 'backup',
  summary: 'Creates a backup of the database, the secrets and the mailbox while the server runs.',
  options: z.object({
    to: z.string().min(1).optional().meta({
      description: 'Folder in which to create the backup. Default: DATA_DIR/backups.',
    }),
    keep: z.coerce.number().int().min(1).max(10_000).optional().meta({
      description: 'Number of backups to keep in the folder, including the new backup. Default: all.',
    }),
  }),
  start: ({ config }, { to, keep }) => createBackup(config, { to, keep, now: new Date() }),
  print: ({ path, bytes, removed }) =>
    [
      `Created the backup ${path} (${formatBytes(bytes)}).`,
      ...removed.map((name) => `Deleted the backup ${name}.`),
    ].join('\n'),
})
