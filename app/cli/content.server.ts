import { basename } from 'node:path'
import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { readInput } from '#app/cli/read-input.server.ts'
import { importSite } from '#app/features/cms/import/import.server.ts'
import { importLimits, type ImportReport } from '#app/features/cms/import/schema.ts'
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

export const contentImport = command({
  name: 'content import',
  summary:
    'Imports a site from a Ghost or WordPress export, or from a ZIP of Markdown files. Repeating an import has no further effect.',
  content: true,
  argument: 'file',
  options: z.strictObject({
    file: z
      .string()
      .min(1, { error: 'Enter a filename, or - for standard input.' })
      .meta({ description: 'JSON, XML or ZIP file, or - for standard input.' }),
    dry_run: z.boolean().default(false).meta({ description: 'Prints the report without storing anything.' }),
    publish: z
      .boolean()
      .default(false)
      .meta({ description: 'Publishes entries that were public on the old site.' }),
  }),
  run: async (ctx, { file, dry_run: dryRun, publish }) =>
    importSite(ctx, {
      file: { name: basename(file), bytes: await readInput(file, importLimits.command) },
      dryRun,
      publish,
    }),
  print: describeReport,
})

/** Returns the counts of a report, then its notes, one per line. */
function describeReport({
  format,
  dry_run: isDry,
  counts,
  entries,
  images,
  redirects,
  skipped,
}: ImportReport) {
  const verb = isDry ? 'This import would create' : 'Created'
  return [
    `Format: ${format}. ${verb} ${formatAmount(counts.created, 'entry', 'entries')}, ${formatAmount(counts.images, 'image', 'images')} and ${formatAmount(counts.redirects, 'redirect', 'redirects')}. ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.refused} refused, ${counts.published} published.`,
    ...entries.flatMap(({ source, notes }) => notes.map((note) => `${source}: ${note}`)),
    ...images.flatMap(({ source, note }) => (note ? [`${source}: ${note}`] : [])),
    ...redirects.flatMap(({ from, note }) => (note ? [`${from}: ${note}`] : [])),
    ...skipped.map(({ source, reason }) => `${source}: ${reason}`),
  ].join('\n')
}
