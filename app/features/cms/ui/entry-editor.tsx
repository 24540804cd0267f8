import { Form, useNavigation } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CmsEntry, DraftFields } from '#app/features/cms/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { EntryBody } from '#app/features/cms/ui/entry-body.tsx'
import { EntryConflict } from '#app/features/cms/ui/entry-conflict.tsx'
import { EntryFields } from '#app/features/cms/ui/entry-fields.tsx'
import { EntryPreview, usePreview } from '#app/features/cms/ui/entry-preview.tsx'
import type { BodyComponent } from '#app/features/cms/ui/markdown-completion.ts'
import type { BodyIssue } from '#app/features/cms/ui/markdown-editor.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useDraft, useDebounced, type DraftState } from '#app/features/cms/ui/use-draft.ts'

/** Id of the form. All actions except deleting submit this form, so that they apply to the typed text. */
export const ENTRY_FORM = 'entry'

type Props = {
  entry: CmsEntry
  /** Initial fields with their base version, from the saved version or from unsaved changes. */
  begin: { fields: DraftFields; version: number }
  sections: readonly string[]
  components: readonly BodyComponent[]
  refusal: FormRefusal | undefined
}

/** Renders the editor of an entry, with its fields, body and preview. Works as a plain form without JavaScript. */
export function EntryEditor({ entry, begin, sections, components, refusal }: Props) {
  const { type, id, overrides_file, source, status } = entry
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<readonly BodyIssue[]>([])
  const { frame, draw } = usePreview(setWrong)
  const drawSoon = useDebounced(() => void draw(form.current))
  const { kept, touched, forget } = useDraft(form, { type, id, version: begin.version })
  const sending = useNavigation().formData?.get('intent')
  const changed = useCallback(() => {
    touched()
    drawSoon()
  }, [touched, drawSoon])

  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    addEventListener('keydown', save)
    return () => removeEventListener('keydown', save)
  }, [])

  useEffect(() => {
    if (!refusal || !form.current) return
    const wrong = [...form.current.elements].find((field) => field.ariaInvalid === 'true')
    ;((wrong as HTMLElement) ?? form.current.querySelector('[role="alert"]'))?.focus()
  }, [refusal])

  const fields = begin.fields
  const body = refusal?.values.body ?? fields.body
  const errors = (refusal?.issues ?? []).filter(({ path }) => path === 'body').map(({ message }) => message)
  return (
    <div>
      <Form
        method="post"
        id={ENTRY_FORM}
        ref={form}
        noValidate
        className="min-w-0 space-y-5"
        onInput={changed}
        onSubmit={forget}
        preventScrollReset
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={refusal?.values.version ?? begin.version} />
        <input type="hidden" name="entry_version" value={entry.version} />
        {/* The Enter key activates the first button of a form, which must only save. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        {refusal?.current ? (
          <EntryConflict refusal={refusal} current={refusal.current} />
        ) : (
          refusal && <Notice tone="stop" title={refusal.error} />
        )}
        <EntryFields
          type={type}
          fields={fields}
          sections={sections}
          isFixed={overrides_file || source === 'file'}
          refusal={refusal}
        />
        <div className="grid gap-x-8 gap-y-8 xl:grid-cols-2">
          <EntryBody body={body} errors={errors} components={components} wrong={wrong} changed={changed} />
          <EntryPreview
            frame={frame}
            address={`/admin/content/${type}/${id}/look`}
            wrong={wrong}
            loaded={drawSoon}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <button type="submit" className="button">
            {sending === 'save' ? 'Saving' : 'Save'}
          </button>
          <button type="submit" name="intent" value="publish" className="finger">
            {sending === 'publish'
              ? 'Publishing'
              : status === 'published'
                ? 'Save and publish changes'
                : 'Save and publish'}
          </button>
          <DraftStatus kept={kept} />
        </div>
      </Form>
    </div>
  )
}

const words = {
  keeping: () => 'Saving draft',
  kept: (at: string) => `Draft saved at ${at} UTC`,
  lost: () => 'The draft could not be saved. Your input is still on this page, and Signpost will try again.',
}

function DraftStatus({ kept }: { kept: DraftState }) {
  return (
    <p role="status" className={kept?.state === 'lost' ? 'font-semibold text-stop' : 'text-muted'}>
      {kept && words[kept.state](kept.at)}
    </p>
  )
}
