import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { checkContent, publishContent } from '#app/features/content/store/publish-files.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

export const contentCheck = command({
  name: 'content check',
  summary: 'Validates every content file, and prints the file, line and reason for each error.',
  content: true,
  options: z.object({}),
  run: (ctx) => checkContent(ctx),
  print: ({ entries, skills }) =>
    `${formatAmount(entries, 'entry', 'entries')} and ${formatAmount(skills, 'skill', 'skills')} are valid.`,
})

export const contentPublish = command({
  name: 'content publish',
  summary: 'Validates the content files, then makes every instance reload the files.',
  content: true,
  options: z.object({}),
  run: (ctx) => publishContent(ctx),
  print: ({ entries, revision }) =>
    `Published ${formatAmount(entries, 'entry', 'entries')} as revision ${revision}.`,
})
