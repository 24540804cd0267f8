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

/** How much an import takes at once: bytes and files. */
const MAX_IMPORT_BYTES = 5 * 1024 * 1024
const MAX_IMPORT_FILES = 100

export const loader = page(handle.needs, async () => null)

export const action = formWithFiles(
  { needs: handle.needs, room: { most: MAX_IMPORT_BYTES, parts: MAX_IMPORT_FILES + 10 } },
  async (ctx, { values, files }) => {
    const type = entryTypes.find((one) => one === values.type)
    if (!type) throw new Invalid('Say what the files are.')
    if (!files.length) throw new Invalid('Choose some files first.')
    if (files.length > MAX_IMPORT_FILES) throw new Invalid(`At most ${MAX_IMPORT_FILES} files at once.`)
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
      lead="Entries as files: front matter between two lines of ---, then Markdown."
    >
      <ContentTabs here="/admin/content/import" />
      {answer?.error && <Notice tone="stop" title={answer.error} />}
      {answer?.result && <ImportResults results={answer.result} />}
      <Section
        id="take"
        title="Take files in"
        lead="Each becomes a draft, or the next version of the entry that has its name as its address. Readers notice nothing until you publish."
      >
        <Form method="post" encType="multipart/form-data" className="max-w-xl space-y-5">
          <RadioGroup legend="The files are" name="type" options={types} value="post" />
          <label className="block">
            <span className="label">Files that end in .md or .mdx</span>
            <input
              type="file"
              name="files"
              multiple
              accept=".md,.mdx,text/markdown"
              className="input mt-1.5"
            />
          </label>
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? 'Taking them in' : 'Take them in'}
          </button>
        </Form>
      </Section>
      <Section
        id="give"
        title="Have everything as files"
        lead="A ZIP of all entries as they stand, drafts included, and of the content files: in folders that the site can be started from."
      >
        <p className="flex flex-wrap gap-4">
          <a href="/api/cms/export" className="button">
            Export everything
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
