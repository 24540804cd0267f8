import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { templateNames } from '#app/features/content/store/site-content.ts'
import { defaultSiteNames } from '#app/features/starter/starter.server.ts'
import { writeTemplate } from '#app/features/starter/write-template.server.ts'
import { siteName } from '#app/site/identity.ts'
import { dayOf } from '#app/primitives/days.ts'

export const initSite = command({
  name: 'init',
  summary: 'Creates a content folder for a new site from a template.',
  options: z.strictObject({
    template: z
      .enum(templateNames, { error: `Use one of: ${templateNames.join(', ')}.` })
      .meta({ description: `Template: ${templateNames.join(', ')}.` }),
    name: siteName.optional().meta({ description: 'Name of the site. You can change it later.' }),
    folder: z
      .string()
      .min(1, { error: 'Enter the name of a new folder.' })
      .meta({ description: 'New or empty folder.' }),
  }),
  argument: 'folder',
  async start(_, { template, folder, name = defaultSiteNames[template] }) {
    const files = await writeTemplate({ folder, template, siteName: name, today: dayOf(new Date()) })
    return { folder, template, name, files, next: `CONTENT_DIR=${quoted(folder)} npm start` }
  },
  print: ({ folder, name, files, next }) =>
    [
      `Created ${name} in ${folder}:`,
      ...files.map((file) => `  ${file}`),
      '',
      'Replace the text in [square brackets]. To start the site:',
      `  ${next}`,
    ].join('\n'),
})

/** Quotes a text for a shell, unless the text needs no quotes. */
const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
