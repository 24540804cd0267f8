import { importFields, importLimits, importReport } from '#app/features/cms/import/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const importSite = operation('importSite', 'POST /api/cms/site-import', {
  access: { session: 'cms:write' },
  upload: { fields: importFields, most: importLimits.upload },
  answers: { 200: importReport },
  refuses: [409, 503],
  summary: 'Import a site',
  description:
    'Send a JSON export of Ghost, a WXR export of WordPress, or a ZIP of Markdown files with front matter (Jekyll, Hugo, Docusaurus, Astro). Images are taken from the ZIP only. Send `dry_run=true` first, then the `digest` of the report to import exactly that. A repeated import changes nothing.',
})
