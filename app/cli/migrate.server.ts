import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'

export const migrateDatabase = command({
  name: 'migrate',
  summary:
    'Updates the database schema. The server and all other commands also update the schema automatically.',
  options: z.object({}),
  async start({ config }) {
    const db = await openDatabase(config)
    try {
      return { applied: await migrate(db) }
    } finally {
      await db.destroy()
    }
  },
  print: ({ applied }) => (applied.length ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.'),
})
