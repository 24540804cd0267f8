import { importFields, importLimits, importReport } from '#app/features/cms/import/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const importSite = operation('importSite', 'POST /api/cms/site-import', {
  access: { session: 'cms:write' },
  upload: { fields: importFields, most: importLimits.upload },
  answers: { 200: importReport },
  refuses: [409, 503],
  summary: 'Import a site',
  description:
    'Send a Ghost JSON export, a WordPress WXR export, or a ZIP of Markdown files with front matter (Jekyll, Hugo, Docusaurus, Astro). Images are imported from the ZIP only. First, send the form field `dry_run=true` to get a report. To import exactly the changes in the report, send its `digest`. Repeating an import has no further effect.',
})
