import type { ActionFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useNavigation } from '@remix-run/react'
import { importSite } from '#app/features/cms/import/import.server.ts'
import { importFields, importLimits } from '#app/features/cms/import/schema.ts'
import { importEntries } from '#app/features/cms/import/entry-files.server.ts'
import { Invalid } from '#app/errors.ts'
import { importInput, MAX_IMPORT_FILES } from '#app/features/cms/schema.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { formWithFiles } from '#app/http/pages/form-with-files.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { ContentTabs } from '#app/features/cms/ui/content-tabs.tsx'
import { RadioGroup } from '#app/ui/forms/field.tsx'
import { ImportResults } from '#app/features/cms/ui/import-results.tsx'
import { SiteImport } from '#app/features/cms/ui/site-import.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Import and export' } as const

/** Maximum size of an import of entry files, in bytes. */
const MAX_IMPORT_BYTES = 5 * 1024 * 1024

export const loader = page(handle.needs, async () => null)

const importFiles = formWithFiles(
  { needs: handle.needs, room: { most: MAX_IMPORT_BYTES, parts: MAX_IMPORT_FILES + 10 } },
  async (ctx, { values, files }) => {
    const texts = files.map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) }))
    const results = await importEntries(ctx, parse(importInput, { type: values.type, files: texts }))
    return results.map(({ name, entry, issues }) => ({
      name,
      issues,
      entry: entry && { type: entry.type, id: entry.id, title: entry.title },
    }))
  },
)

const importWholeSite = formWithFiles(
  { needs: handle.needs, room: { most: importLimits.upload } },
  async (ctx, { values, files }, signal) => {
    const file = files.at(-1)
    if (!file) throw new Invalid('Select an export file.')
    const isDry = values.step !== 'import'
    const { dry_run: dryRun, ...options } = parse(importFields, {
      dry_run: String(isDry),
      publish: String(values.publish === 'yes'),
      ...(isDry ? {} : { digest: values.digest }),
    })
    return importSite(ctx, { file, dryRun, ...options, signal })
  },
)

export const action = (args: ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.has('site') ? importWholeSite(args) : importFiles(args)

const types = [
  { value: 'page', name: 'Pages' },
  { value: 'doc', name: 'Documents' },
  { value: 'post', name: 'Posts' },
]

export default function Import() {
  const answer = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  const result = answer?.result ?? null
  const report = result && 'format' in result ? result : null
  const files = result && !('format' in result) ? result : null
  return (
    <Console
      here="/admin/content"
      crumbs={[]}
      title="Import and export"
      lead="Move a site from another system, import entry files, or export everything."
    >
      <ContentTabs here="/admin/content/import" />
      <PageNotice tone="stop" title={!report && answer?.error} />
      {files && <ImportResults results={files} />}
      <Section
        id="site"
        title="Import a site"
        lead="From Ghost, WordPress, Jekyll, Hugo, Docusaurus or Astro. Preview the import first: you get a report, and nothing is stored. Old URLs become redirects."
      >
        <SiteImport report={report} />
      </Section>
      <Section
        id="take"
        title="Import entry files"
        lead="Entry files start with front matter between two lines of ---, followed by Markdown. Each file becomes a draft. If the filename matches an entry’s slug, the file becomes the entry’s next version. Published pages do not change until you publish."
      >
        <Form
          method="post"
          action="/admin/content/import"
          encType="multipart/form-data"
          className="max-w-xl space-y-5"
        >
          <RadioGroup legend="Content type" name="type" options={types} value="post" />
          <label className="block">
            <span className="label">Files ending in .md or .mdx</span>
            <input
              type="file"
              name="file"
              multiple
              accept=".md,.mdx,text/markdown"
              className="input mt-1.5"
            />
          </label>
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? 'Importing' : 'Import files'}
          </button>
        </Form>
      </Section>
      <Section
        id="give"
        title="Export"
        lead="Download a ZIP with everything that visitors see, and your drafts in a separate folder. You can serve the unpacked folder with CONTENT_DIR."
      >
        <p className="flex flex-wrap gap-4">
          <a href="/api/cms/export" className="button">
            Export all
          </a>
          {types.map(({ value, name }) => (
            <a key={value} href={`/api/cms/export?type=${value}`} className="button">
              {name}
            </a>
          ))}
        </p>
      </Section>
    </Console>
  )
}
