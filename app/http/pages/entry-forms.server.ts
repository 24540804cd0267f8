import { redirect } from '@remix-run/node'
import type { Context } from '#app/context.server.ts'
import { Invalid, NotFound } from '#app/errors.ts'
import { changedFields } from '#app/features/cms/change.server.ts'
import { dropDraft, otherDrafts, readDraft, saveDraft } from '#app/features/cms/drafts.server.ts'
import { readCmsEntry, rebaseVersion, saveEntry } from '#app/features/cms/entries.server.ts'
import {
  confirmForm,
  discardForm,
  draftForm,
  entryForm,
  scheduleForm,
  statusForm,
  versionForm,
} from '#app/features/cms/form.ts'
import { createPreviewLink } from '#app/features/cms/preview.server.ts'
import {
  archiveEntry,
  publishEntry,
  revertEntry,
  scheduleEntry,
  unpublishEntry,
} from '#app/features/cms/publishing.server.ts'
import { deleteEntry } from '#app/features/cms/removal.server.ts'
import {
  type BeforeAction,
  restoreState,
  stateText,
  withRedirect,
} from '#app/features/cms/revisions.server.ts'
import {
  type CmsEntry,
  type DraftFields,
  type EntryInput,
  fieldNames,
  type PreviewLink,
  previewQuery,
} from '#app/features/cms/schema.ts'
import { findDeadSiteLinks } from '#app/features/cms/site-links.server.ts'
import { describeTypes } from '#app/features/cms/types.server.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { formHandler, type FormHandler } from '#app/http/pages/form.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { fromLocalTime } from '#app/primitives/zoned-time.ts'

type Params = Partial<Record<string, string>>

/** Returns an entry's type and id from the URL. Throws `NotFound` for unknown types. */
export function entryFromParams({ type, id = '' }: Params) {
  const known = entryTypes.find((one) => one === type)
  if (!known) throw new NotFound('This entry does not exist. Choose an entry from the list.')
  return { type: known, id }
}

/** Returns the editable fields of an entry. */
const submittedFields = (entry: CmsEntry) =>
  Object.fromEntries(fieldNames.map((name) => [name, entry[name]])) as unknown as DraftFields

/** Loads an entry for the editor page, with the actor's unsaved draft if there is one. */
export async function loadEditor(ctx: Context, params: Params) {
  const asked = entryFromParams(params)
  const entry = await readCmsEntry(ctx, asked)
  const kept = await readDraft(ctx, asked)
  const draft = kept && { ...kept, version: await rebaseVersion(ctx, { ...asked, version: kept.version }) }
  const { sections, components } = await describeTypes(ctx)
  const saved = { fields: submittedFields(entry), version: entry.version }
  const begin = draft ? { fields: draft.fields, version: draft.version } : saved
  return {
    entry,
    begin,
    draft: draft && { saved_at: draft.saved_at, version: draft.version },
    others: await otherDrafts(ctx, asked),
    deadLinks: await findDeadSiteLinks(ctx, [asked]),
    sections,
    components,
  }
}

/** Returns the form handlers for an entry page. */
export function entryActions(
  params: Partial<Record<string, string>>,
): Record<string, FormHandler<{ preview: PreviewLink }>> {
  // The URL is parsed only when a form is served, so that permissions are checked first.
  const asked = () => entryFromParams(params)
  const back = (
    { type, id }: Pick<CmsEntry, 'type' | 'id'>,
    done: string,
    undo: string | null = null,
    lostRedirect: string | null = null,
  ) => {
    const query = new URLSearchParams({
      done,
      ...(undo && { undo }),
      ...(lostRedirect && { lost: lostRedirect }),
    })
    return redirect(`/admin/content/${type}/${id}?${query}`)
  }

  /** Saves changed fields and returns the current entry. A change of the status in the meantime is no conflict. */
  const save = async (ctx: Context, values: Record<string, string>) => {
    const fields: EntryInput = parse(entryForm, values)
    const version = await rebaseVersion(ctx, { ...asked(), ...parse(versionForm, values) })
    const stands = await readCmsEntry(ctx, asked())
    const isSame =
      stands.source === 'cms' && JSON.stringify(submittedFields(stands)) === JSON.stringify(fields)
    const saved = isSame ? stands : await saveEntry(ctx, { ...asked(), ...fields, version })
    await dropDraft(ctx, asked())
    // The entry is saved even if the next step fails, so the form continues from this version.
    values.version = values.entry_version = String(saved.version)
    return saved
  }

  /** Returns the state that Undo restores, or null for a content file. */
  const undoOf = (ctx: Context, before: BeforeAction, after: CmsEntry) =>
    before.source === 'cms' ? stateText(ctx, before, after) : null

  /** Keeps the text in the form as a draft if it is not saved yet. Returns the entry and the version to change. */
  const keepText = async (ctx: Context, values: Record<string, string>) => {
    const { entry_version } = parse(statusForm, values)
    const before = await withRedirect(ctx, await readCmsEntry(ctx, asked()))
    // A text that cannot be kept is refused, so that the form still shows it.
    const typed = values.title === undefined ? null : parse(draftForm, values)
    if (typed && changedFields(submittedFields(before), typed).length > 0)
      await saveDraft(ctx, { ...asked(), ...parse(versionForm, values), fields: typed })
    return { before, version: entry_version }
  }

  const discard = async (ctx: Context) => {
    await dropDraft(ctx, asked())
    return back(asked(), 'dropped')
  }

  /** Changes the status. */
  const versioned =
    (
      act: (ctx: Context, entry: ReturnType<typeof asked> & { version: number }) => Promise<CmsEntry>,
      done: string,
    ): FormHandler =>
    async (ctx, values) => {
      const { before, version } = await keepText(ctx, values)
      const after = await act(ctx, { ...asked(), version })
      return back(after, done, undoOf(ctx, before, after))
    }

  return {
    save: async (ctx, values) => back(await save(ctx, values), 'saved'),
    publish: async (ctx, values) => {
      const saved = await save(ctx, values)
      if (saved.id !== asked().id) return publishOrRedirect(ctx, saved, back)
      const before = await withRedirect(ctx, saved)
      const published = await publishEntry(ctx, saved)
      return back(published, 'published', undoOf(ctx, before, published))
    },
    drop: formHandler(discardForm, discard),
    // The notice of a conflict shows both texts, so its button needs no checkbox.
    theirs: discard,
    preview: async (ctx, values) => {
      const { hours } = parse(previewQuery, { hours: values.hours })
      const { type, id } = await save(ctx, values)
      return { preview: await createPreviewLink(ctx, { type, id, hours }) }
    },
    unpublish: versioned(unpublishEntry, 'unpublished'),
    archive: versioned(archiveEntry, 'archived'),
    revert: versioned(revertEntry, 'reverted'),
    unschedule: versioned(
      (ctx, entry) => scheduleEntry(ctx, { ...entry, scheduled_at: null }),
      'unscheduled',
    ),
    schedule: async (ctx, values) => {
      const saved = await save(ctx, values)
      const { scheduled_at } = parse(scheduleForm, values)
      const at = fromLocalTime(scheduled_at, ctx.contentIndex.site.time_zone).toISOString()
      const entry = { ...asked(), version: saved.version, scheduled_at: at }
      const scheduled = await scheduleEntry(ctx, entry)
      return back(scheduled, 'scheduled', undoOf(ctx, { ...saved, redirect: null }, scheduled))
    },
    undo: async (ctx, values) => {
      const { before, version } = await keepText(ctx, values)
      const { entry, act, lostRedirect } = await restoreState(ctx, {
        ...asked(),
        version,
        state: values.undo ?? '',
      })
      return back(entry, act === 'unarchived' ? 'back' : act, undoOf(ctx, before, entry), lostRedirect)
    },
    delete: formHandler(confirmForm, async (ctx, { version }) => {
      await deleteEntry(ctx, { ...asked(), version })
      return redirect(`/admin/content?deleted=${asked().type}/${asked().id}`)
    }),
  }
}

/** Publishes a content file that has become an entry. Errors are shown on the page of the new entry. */
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
