import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { checkContent, publishContent } from '#app/features/content/store/publish-files.server.ts'

export const contentCheck = command({
  name: 'content check',
  summary:
    'Checks every content file, front matter and body, and names file, line and reason of what is wrong.',
  content: true,
  options: z.object({}),
  run: (ctx) => checkContent(ctx),
  print: ({ entries, skills }) => `${entries} entries and ${skills} skills are right.`,
})

export const contentPublish = command({
  name: 'content publish',
  summary: 'Checks the content files and has every running instance read them anew.',
  content: true,
  options: z.object({}),
  run: (ctx) => publishContent(ctx),
  print: ({ entries, revision }) => `Published ${entries} entries as revision ${revision}.`,
})
