import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEntry, initialFields, readCmsEntry, saveEntry } from '#app/features/cms/entries.server.ts'
import { publishEntry } from '#app/features/cms/publishing.server.ts'
import { deleteEntry } from '#app/features/cms/removal.server.ts'
import { createRedirect } from '#app/features/content/store/redirects.server.ts'
import { entryInput, type CmsEntry } from '#app/features/cms/schema.ts'
import { anUpload, aDrawing } from '#tests/support/db/media.ts'
import { changed, entryWith } from '#tests/support/db/cms.ts'
import type { Input } from '#tests/support/interfaces/interfaces.ts'
import type { Sample } from '#tests/support/interfaces/sample.ts'
import type { World } from '#tests/support/interfaces/world.ts'
import { anEditor } from '#tests/support/db/cms.ts'

type Body = Record<string, unknown>
type Prepare = (world: World) => Promise<Required<Pick<Input, 'params' | 'version' | 'body'>>>

const at = ({ type, id, version }: Pick<CmsEntry, 'type' | 'id' | 'version'>, body: Body) => ({
  params: { type, id },
  version,
  body,
})

const saved = async (world: World) => {
  const fields = entryWith('page')
  return { fields, entry: await createEntry(world.ctx(), { type: 'page', ...fields }) }
}
const draft: Prepare = async (world) => {
  const { entry, fields } = await saved(world)
  return at(entry, fields)
}
const published: Prepare = async (world) => {
  const { entry, fields } = await saved(world)
  return at(await publishEntry(world.ctx(), entry), fields)
}
/** Entry with two versions, without the text of the body. */
const revised: Prepare = async (world) => {
  const { entry } = await saved(world)
  const next = changed(entry, { title: 'Holidays' })
  const { type: _, id: __, version: ___, ...fields } = next
  return at(await saveEntry(world.ctx(), next), fields)
}
/** Prepares the entry and leaves the body empty, for operations without one. */
const bare = (prepare: Prepare) => async (world: World) => {
  const { params, version, body } = await prepare(world)
  return { params, version, shown: body }
}
const unversioned = (prepare: Prepare) => async (world: World) => {
  const { params, version, body } = await prepare(world)
  return { params, shown: { ...body, version } }
}

/** Another editor changes the title. */
const outdate: Sample['outdate'] = async (world, { params }) => {
  const entry = await readCmsEntry(world.ctx(), { type: 'page', id: params.id! })
  await saveEntry(world.ctx(), changed(entry, { title: 'Other hours' }))
}
const page = 'routes/console/content.$type.$id._index.tsx'
const redirects = 'routes/console/content.redirects.tsx'
const image = 'routes/console/media.$id.tsx'

const editorFields = ({ body, version, shown = body }: Input): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(shown ?? {}).map(([name, value]) => [name, value === null ? '' : String(value as string)]),
  ),
  ...(version === undefined ? {} : { version: `${version}`, entry_version: `${version}` }),
})
const entryForms = (intent: string, more: Record<string, string> = {}): Sample['forms'] => ({
  [page]: (input) => ({ intent, ...editorFields(input), ...more }),
})
const paged = { query: { limit: 5 }, wrong: { limit: 0 } }
const nextDrawing = () => aDrawing(`<rect width="${(size += 1)}" height="10"/>`)
const media = async (world: World) => ({
  params: { id: (await anUpload(world, nextDrawing(), { name: 'line.svg' })).id },
})
let size = 100

const importing = 'routes/console/content.import.tsx'
const aFile = () => ({
  name: `opening-hours-${(size += 1)}.md`,
  text: '---\ntitle: "Opening hours"\ndescription: "When the harbour is open, on each day of the week."\n---\n\nWords.\n',
})
const aGhostExport = () => {
  const post = {
    id: '1',
    title: 'Opening hours',
    slug: `opening-hours-${(size += 1)}`,
    html: '<p>Words.</p>',
  }
  const posts = [{ ...post, type: 'page', status: 'published', published_at: '2024-01-02T00:00:00.000Z' }]
  return JSON.stringify({
    db: [{ meta: { version: '5.82.0', exported_on: 1_710_000_000_000 }, data: { posts } }],
  })
}

export const contentSamples: Record<string, Sample> = {
  exportReaders: {
    query: { format: 'csv' },
    wrong: { format: 'xml' },
    commands: { 'analytics export': ({ query }) => query },
  },
  importEntries: {
    prepare: async () => ({ params: {}, body: { type: 'page', files: [aFile()] } }),
    wrong: { type: 'poem' },
    forms: {
      [importing]: ({ body }) => ({
        type: String(body.type),
        file: (body.files as ReturnType<typeof aFile>[]).map(({ name, text }) => new File([text], name)),
      }),
    },
  },
  importSite: {
    async prepare({ app }) {
      const text = aGhostExport()
      const path = join(app.config.dataDir, 'harbour.json')
      await writeFile(path, text)
      return { params: { path }, file: new File([text], 'harbour.json') }
    },
    body: { publish: 'true' },
    wrong: { digest: 'x' },
    forms: {
      [importing]: ({ body: { digest }, file }) => ({
        ...{ step: 'import', publish: 'yes', file: file! },
        ...(digest ? { digest: String(digest) } : {}),
      }),
    },
    searches: { [importing]: () => ({ site: '' }) },
    commands: {
      'content import': ({ params, body }) => (body.digest ? null : { file: params.path, publish: true }),
    },
  },
  readSiteStats: { query: { days: 7 }, wrong: { days: 0 } },
  describeEntryTypes: {},
  listEntries: { prepare: async () => ({ params: { type: 'page' } }), ...paged },
  createEntry: {
    async prepare(world) {
      const editor = await anEditor(world, 'Program')
      const title = 'Opening hours'
      return {
        params: { type: 'page' },
        body: entryInput.parse(await initialFields(editor, { type: 'page', title })),
      }
    },
    wrong: { title: '' },
    forms: {
      'routes/console/content.new.tsx': ({ params, body }) => ({
        intent: 'begin',
        type: params.type!,
        title: String(body.title),
      }),
    },
    tools: {
      draft_entry: ({ params, body }) => {
        const { order: _, published_on: __, ...given } = body
        return {
          ...params,
          ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
        }
      },
    },
  },
  readEntry: { prepare: unversioned(draft), tools: { read_entry: ({ params }) => params } },
  updateEntry: {
    outdate,
    async prepare(world) {
      const { params, version, body } = await draft(world)
      return { params, version, body: { ...body, title: 'Holidays' } }
    },
    wrong: { title: '' },
    forms: entryForms('save'),
    tools: { update_entry: ({ params, version, body }) => ({ ...params, version, title: body.title }) },
  },
  deleteEntry: {
    outdate,
    prepare: bare(published),
    forms: entryForms('delete', { sure: 'yes' }),
  },
  undeleteEntry: {
    async prepare(world) {
      const { params, version } = await draft(world)
      await deleteEntry(world.ctx(), { type: 'page', id: params.id!, version: version! })
      return { params }
    },
    forms: {
      'routes/console/content._index.tsx': ({ params }) => ({
        intent: 'undelete',
        entry: `${params.type}/${params.id}`,
      }),
    },
  },
  renderEntry: { body: { body: 'Hello.' }, wrong: { body: 7 } },
  publishEntry: {
    outdate,
    prepare: bare(draft),
    forms: entryForms('publish'),
    tools: { publish_entry: ({ params, version }) => ({ ...params, version }) },
  },
  unpublishEntry: {
    outdate,
    prepare: bare(published),
    forms: entryForms('unpublish'),
  },
  archiveEntry: {
    outdate,
    prepare: bare(published),
    forms: entryForms('archive'),
  },
  revertEntry: {
    outdate,
    isRefused: true,
    prepare: bare(published),
    forms: entryForms('revert'),
  },
  scheduleEntry: {
    outdate,
    prepare: bare(draft),
    body: { scheduled_at: '2026-11-22T12:00:00.000Z' },
    wrong: { scheduled_at: 'tomorrow' },
    forms: {
      // The field is a time in the time zone of the site.
      [page]: (input) =>
        input.body.scheduled_at === 'tomorrow'
          ? null
          : {
              ...{ intent: 'schedule', ...editorFields(input) },
              scheduled_at: String(input.body.scheduled_at).slice(0, 16),
            },
    },
  },
  listRevisions: { prepare: unversioned(revised), ...paged },
  readRevision: { prepare: async (world) => ({ params: { ...(await revised(world)).params, n: '1' } }) },
  restoreRevision: {
    outdate,
    async prepare(world) {
      const { params, version } = await revised(world)
      return { params: { ...params, n: '1' }, version }
    },
    forms: {
      'routes/console/content.$type.$id.history.tsx': ({ params, version }) => ({
        intent: 'restore',
        n: params.n!,
        version: `${version}`,
      }),
    },
  },
  previewEntry: {
    prepare: unversioned(draft),
    query: { hours: 24 },
    wrong: { hours: 0 },
    forms: {
      [page]: (input) => ({ intent: 'preview', ...editorFields(input), hours: String(input.query.hours) }),
    },
  },
  dropDraft: {
    accepts: ['unknown'],
    prepare: unversioned(draft),
    forms: { [page]: () => ({ intent: 'drop', discard: 'yes' }) },
  },
  listRedirects: paged,
  createRedirect: {
    prepare: async () => ({ body: { from: `/old/${(size += 1)}`, to: '/docs' } }),
    wrong: { to: '/logout' },
    forms: {
      [redirects]: ({ body }) => ({ intent: 'create', from: String(body.from), to: String(body.to) }),
    },
  },
  deleteRedirect: {
    async prepare({ ctx }) {
      const from = `/old/${(size += 1)}`
      await createRedirect(ctx(), { from, to: '/docs' })
      return { query: { from } }
    },
    wrong: { from: '' },
    forms: { [redirects]: ({ query }) => ({ intent: 'delete', from: String(query.from) }) },
  },
  listMedia: paged,
  uploadMedia: {
    prepare: async () => ({
      params: {},
      file: new File([new Uint8Array(nextDrawing())], 'line.svg', { type: 'image/svg+xml' }),
    }),
    body: { alt: 'A line' },
    wrong: { alt: 'x'.repeat(3_000) },
    forms: {
      'routes/console/media._index.tsx': ({ body, file }) => ({ alt: String(body.alt), file: file! }),
    },
  },
  readMedia: { prepare: media },
  changeMedia: {
    prepare: media,
    body: { alt: 'A line' },
    wrong: { alt: 'x'.repeat(3_000) },
    forms: { [image]: ({ body }) => ({ intent: 'alt', alt: String(body.alt) }) },
  },
  deleteMedia: { prepare: media, forms: { [image]: () => ({ intent: 'delete', confirm: 'yes' }) } },
}
