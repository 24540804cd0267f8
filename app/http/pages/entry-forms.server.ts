import { redirect } from '@remix-run/node'
import { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { Invalid, NotFound } from '#app/errors.ts'
import { dropDraft, otherDrafts, readDraft } from '#app/features/cms/drafts.server.ts'
import { readCmsEntry, saveEntry } from '#app/features/cms/entries.server.ts'
import { entryForm, scheduleForm, confirmForm, versionForm } from '#app/features/cms/form.ts'
import { createPreviewLink } from '#app/features/cms/preview.server.ts'
import {
  archiveEntry,
  publishEntry,
  revertEntry,
  scheduleEntry,
  unpublishEntry,
} from '#app/features/cms/publishing.server.ts'
import { deleteEntry } from '#app/features/cms/removal.server.ts'
import { type CmsEntry, type DraftFields, type EntryInput, fieldNames } from '#app/features/cms/schema.ts'
import { describeTypes } from '#app/features/cms/types.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { formHandler, type FormHandler } from '#app/http/pages/form.server.ts'
import { parse } from '#app/http/protocol/parse.ts'

type Params = Partial<Record<string, string>>

/** Which entry the address of a page names. Throws `NotFound` for a type that there is not. */
export function entryFromParams({ type, id = '' }: Params) {
  const known = entryTypes.find((one) => one === type)
  if (!known) throw new NotFound('There is no such entry.')
  return { type: known, id }
}

/** The fields that are written, of all that an entry has. */
const submittedFields = (entry: CmsEntry) =>
  Object.fromEntries(fieldNames.map((name) => [name, entry[name]])) as unknown as DraftFields

/** Reads an entry for its editor, with the unsaved draft of the reader, if any, to begin with. */
export async function loadEditor(ctx: Context, params: Params) {
  const asked = entryFromParams(params)
  const entry = await readCmsEntry(ctx, asked)
  const draft = await readDraft(ctx, asked)
  const { sections, components } = await describeTypes(ctx)
  const saved = { fields: submittedFields(entry), version: entry.version }
  const begin = draft ? { fields: draft.fields, version: draft.version } : saved
  return {
    entry,
    begin,
    draft: draft && { saved_at: draft.saved_at, version: draft.version },
    others: await otherDrafts(ctx, asked),
    sections,
    components,
  }
}

const nothing = z.object({})

/** The forms of the page of an entry. */
export function entryActions(params: Partial<Record<string, string>>): Record<string, FormHandler> {
  // Read when a form is served: whoever may not send it is told so first.
  const asked = () => entryFromParams(params)
  const back = (entry: Pick<CmsEntry, 'type' | 'id'>, done: string) =>
    redirect(`/admin/content/${entry.type}/${entry.id}?done=${done}`)

  /** Saves what was sent where it differs from what stands, and gives what stands then. */
  const save = async (ctx: Context, values: Record<string, string>) => {
    const fields: EntryInput = parse(entryForm, values)
    const { version } = parse(versionForm, values)
    const stands = await readCmsEntry(ctx, asked())
    const isSame =
      stands.source === 'cms' && JSON.stringify(submittedFields(stands)) === JSON.stringify(fields)
    const saved =
      isSame && stands.version === version ? stands : await saveEntry(ctx, { ...asked(), ...fields, version })
    await dropDraft(ctx, asked())
    return saved
  }

  const versioned = (
    act: (ctx: Context, entry: ReturnType<typeof asked> & { version: number }) => Promise<CmsEntry>,
    done: string,
  ) =>
    formHandler(versionForm, async (ctx, { version }) => back(await act(ctx, { ...asked(), version }), done))

  return {
    save: async (ctx, values) => back(await save(ctx, values), 'saved'),
    publish: async (ctx, values) => {
      const saved = await save(ctx, values)
      // What is refused from here on was saved: the form goes on from there.
      values.version = String(saved.version)
      if (saved.id !== asked().id) return publishOrRedirect(ctx, saved, back)
      return back(await publishEntry(ctx, saved), 'published')
    },
    drop: formHandler(nothing, async (ctx) => {
      await dropDraft(ctx, asked())
      return back(asked(), 'dropped')
    }),
    preview: formHandler(nothing, async (ctx) => redirect((await createPreviewLink(ctx, asked())).url)),
    unpublish: versioned(unpublishEntry, 'unpublished'),
    archive: versioned(archiveEntry, 'archived'),
    revert: versioned(revertEntry, 'reverted'),
    unschedule: versioned(
      (ctx, entry) => scheduleEntry(ctx, { ...entry, scheduled_at: null }),
      'unscheduled',
    ),
    schedule: formHandler(scheduleForm, async (ctx, input) =>
      back(await scheduleEntry(ctx, { ...asked(), ...input }), 'scheduled'),
    ),
    delete: formHandler(confirmForm, async (ctx, { version }) => {
      await deleteEntry(ctx, { ...asked(), version })
      return redirect(`/admin/content?deleted=${asked().type}/${asked().id}`)
    }),
  }
}

/** A content file has just become an entry, whose page is another one: that is where a refusal is told. */
async function publishOrRedirect(
  ctx: Context,
  saved: CmsEntry,
  back: (entry: CmsEntry, done: string) => Response,
) {
  try {
    return back(await publishEntry(ctx, saved), 'published')
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return back(saved, 'unready')
  }
}
