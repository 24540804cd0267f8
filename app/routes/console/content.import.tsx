import { Form, useActionData, useNavigation } from '@remix-run/react'
import { importEntries } from '#app/features/cms/markdown-file.server.ts'
import { Invalid } from '#app/errors.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { page } from '#app/http/pages/page.server.ts'
import { formWithFiles } from '#app/http/pages/form-with-files.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { ContentTabs } from '#app/features/cms/ui/content-tabs.tsx'
import { RadioGroup } from '#app/ui/forms/field.tsx'
import { ImportResults } from '#app/features/cms/ui/import-results.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Import and export' } as const

/** Maximum size of an import in bytes, and maximum number of files. */
const MAX_IMPORT_BYTES = 5 * 1024 * 1024
const MAX_IMPORT_FILES = 100

export const loader = page(handle.needs, async () => null)

export const action = formWithFiles(
  { needs: handle.needs, room: { most: MAX_IMPORT_BYTES, parts: MAX_IMPORT_FILES + 10 } },
  async (ctx, { values, files }) => {
    const type = entryTypes.find((one) => one === values.type)
    if (!type) throw new Invalid('Select what the files contain.')
    if (!files.length) throw new Invalid('Select at least one file.')
    if (files.length > MAX_IMPORT_FILES)
      throw new Invalid(`Select at most ${MAX_IMPORT_FILES} files at once.`)
    const texts = files.map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) }))
    const results = await importEntries(ctx, { type, files: texts })
    return results.map(({ name, entry, issues }) => ({
      name,
      issues,
      entry: entry && { type: entry.type, id: entry.id, title: entry.title },
    }))
  },
)

const types = [
  { value: 'page', name: 'Pages' },
  { value: 'doc', name: 'Documents' },
  { value: 'post', name: 'Posts' },
]

export default function Import() {
  const answer = useActionData<typeof action>()
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Console
      here="/admin/content"
      crumbs={[]}
      title="Import and export"
      lead="Entry files start with front matter between two lines of ---, followed by Markdown."
    >
      <ContentTabs here="/admin/content/import" />
      {answer?.error && <Notice tone="stop" title={answer.error} />}
      {answer?.result && <ImportResults results={answer.result} />}
      <Section
        id="take"
        title="Import"
        lead="Each file becomes a draft. If the filename matches an entry’s slug, the file becomes the entry’s next version. Published pages do not change until you publish."
      >
        <Form method="post" encType="multipart/form-data" className="max-w-xl space-y-5">
          <RadioGroup legend="Content type" name="type" options={types} value="post" />
          <label className="block">
            <span className="label">Files ending in .md or .mdx</span>
            <input
              type="file"
              name="files"
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
        lead="Download a ZIP of the content files and all entries, including drafts. You can start Signpost from the folders in the ZIP."
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
