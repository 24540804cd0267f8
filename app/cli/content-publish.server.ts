import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { publishContent } from '#app/features/content/store/publish-files.server.ts'

export const contentPublish = command({
  name: 'content publish',
  summary: 'Checks the content files and has every running instance read them anew.',
  content: true,
  options: z.object({}),
  run: (ctx) => publishContent(ctx),
  print: ({ entries, revision }) => `Published ${entries} entries as revision ${revision}.`,
})
