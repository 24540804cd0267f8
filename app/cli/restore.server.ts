import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
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
