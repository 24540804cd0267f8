import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { shortStatus, statusLabel } from '#app/features/cms/describe.ts'
import type { CmsEntry, DeadSiteLink, DraftFields, PreviewLink } from '#app/features/cms/schema.ts'
import { EntryBody, type BodyActions } from '#app/features/cms/ui/editor/body.tsx'
import { EntryDetails } from '#app/features/cms/ui/editor/details.tsx'
import { draftStatus } from '#app/features/cms/ui/editor/draft-status.ts'
import { ENTRY_FORM, intentOf } from '#app/features/cms/ui/editor/form.ts'
import type { BodyComponent } from '#app/features/cms/ui/editor/markdown-completion.ts'
import type { BodyIssue } from '#app/features/cms/ui/editor/markdown-editor.ts'
import { EntryConfirmation, EntryNotices, type OwnDraft } from '#app/features/cms/ui/editor/notices.tsx'
import { EntryPreview, usePreview } from '#app/features/cms/ui/editor/preview.tsx'
import { PreviewLinkMenu } from '#app/features/cms/ui/editor/preview-link.tsx'
import { PublishMenu } from '#app/features/cms/ui/editor/publish-menu.tsx'
import { TitleField } from '#app/features/cms/ui/editor/title-field.tsx'
import { Toolbar } from '#app/features/cms/ui/editor/toolbar.tsx'
import { useDebounced, useDraft } from '#app/features/cms/ui/editor/use-draft.ts'
import { useReset } from '#app/features/cms/ui/editor/use-reset.ts'
import { useSplit } from '#app/features/cms/ui/editor/use-split.ts'
import { FormStateProvider, useNewFormState } from '#app/ui/forms/form-state.tsx'
import { issueAt, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { useSite } from '#app/ui/layout/root-data.ts'

type Props = {
  entry: CmsEntry
  /** Initial fields with their base version, from the saved version or from unsaved changes. */
  begin: { fields: DraftFields; version: number }
  draft: OwnDraft
  others: { name: string; at: string }[]
  deadLinks: DeadSiteLink[]
  sections: readonly string[]
  components: readonly BodyComponent[]
  now: string
  /** Name of the last action. */
  done: string | null
  /** State of the entry before the last action, if the action can be undone. */
  undo: string | null
  /** Target of the redirect that Undo could not restore. */
  lostRedirect: string | null
  refusal: FormRefusal | undefined
  /** Preview link that was just created. */
  link: PreviewLink | undefined
  /** Content at the end of the details. */
  aside?: ReactNode
}

/** Renders the editor of an entry as a workspace. Works as a plain form without JavaScript. */
export function EntryEditor({ entry, begin, draft, refusal, link, now, ...props }: Props) {
  const { type, id } = entry
  const { time_zone } = useSite()
  const form = useRef<HTMLFormElement>(null)
  const body = useRef<BodyActions>(null)
  const [wrong, setWrong] = useState<readonly BodyIssue[]>([])
  const [isSplit, toggleSplit] = useSplit()
  const [view, setView] = useState<'write' | 'preview'>('write')
  const { frame, draw, follow } = usePreview(setWrong)
  const drawSoon = useDebounced(() => void draw(form.current))
  // If a refused action saved the text, the refusal has the new version.
  const version = Number(refusal?.values.version ?? begin.version)
  const { kept, touched, forget, discard } = useDraft(form, { type, id, version })
  const { resets, sent, reset } = useReset(form, begin.fields)
  const { state, formData } = useNavigation()
  const isDiscarding = ['drop', 'theirs'].includes(String(intentOf(formData)))
  const changed = useCallback(() => {
    if (!isDiscarding) touched()
    drawSoon()
  }, [isDiscarding, touched, drawSoon])
  const wasDiscarding = useRef(false)
  useEffect(() => {
    if (isDiscarding) discard()
    else if (wasDiscarding.current && refusal) touched()
    else if (wasDiscarding.current) {
      reset()
      drawSoon()
    }
    wasDiscarding.current = isDiscarding
  }, [isDiscarding, refusal, discard, touched, reset, drawSoon])

  useShortcut('s', () =>
    document.querySelector<HTMLButtonElement>(`button[form="${ENTRY_FORM}"][value="save"]`)?.click(),
  )
  useRefusalFocus(form, refusal)

  const fields = useNewFormState(refusal?.intent === 'delete' ? undefined : refusal, ENTRY_FORM)
  const errorsOf = (name: string) => issueAt(refusal?.issues, name)
  const status = statusLabel(entry)
  const hasDraft = draft !== null || kept !== null
  const saved = draftStatus({ kept, draft, now, timeZone: time_zone })
  const done = refusal || link ? null : props.done
  const isLost = kept?.state === 'lost'
  const statusInk = isLost
    ? 'max-w-44 text-end leading-tight font-semibold whitespace-normal text-stop'
    : 'text-muted'
  const actions = (
    <>
      <p role="status" className={`max-lg:sr-only ${statusInk}`}>
        {saved}
        {isLost && <span className="sr-only">. Your input is still on this page.</span>}
      </p>
      {/* Buttons with an intent come later, so their intent wins. */}
      <input type="hidden" form={ENTRY_FORM} name="intent" value="save" />
      {/* The Enter key activates the first button of a form, which must only save. */}
      <button
        type="submit"
        form={ENTRY_FORM}
        name="intent"
        value="save"
        className="button small max-lg:hidden"
      >
        {state !== 'idle' && intentOf(formData) === 'save' ? 'Saving' : 'Save'}
      </button>
      <PublishMenu entry={entry} now={now} timeZone={time_zone} hasDraft={hasDraft} refusal={refusal} />
    </>
  )
  return (
    <FormStateProvider value={fields.state}>
      <Console
        here="/admin/content"
        crumbs={[]}
        title={entry.title}
        status={
          <span title={status.words} className={`max-lg:sr-only ${status.ink}`}>
            {shortStatus(status.words)}
          </span>
        }
        actions={actions}
        workspace
      >
        <h1 className="sr-only">{entry.title}</h1>
        <EntryConfirmation
          done={done}
          undo={props.undo}
          lostRedirect={props.lostRedirect}
          entry={entry}
          deadLinks={props.deadLinks}
        />
        <Form
          method="post"
          id={ENTRY_FORM}
          ref={form}
          noValidate
          className="entry"
          data-split={isSplit ? undefined : 'off'}
          data-view={view}
          onInput={(event) => {
            fields.onInput(event)
            changed()
          }}
          onSubmit={(event) => {
            // A second click would send the same text again, based on the older version.
            if (state !== 'idle' && formData) return event.preventDefault()
            forget()
            sent()
          }}
          preventScrollReset
        >
          <input type="hidden" name="version" value={version} />
          <input
            type="hidden"
            name="entry_version"
            value={refusal?.values.entry_version ?? String(entry.version)}
          />
          <EntryNotices
            entry={entry}
            draft={draft}
            hasDraft={hasDraft}
            saysSchedule={done === 'scheduled'}
            others={props.others}
            deadLinks={props.deadLinks}
            refusal={refusal?.intent === 'delete' ? undefined : refusal}
          />
          <TitleField
            key={`title ${resets.details}`}
            title={refusal?.values.title ?? begin.fields.title}
            error={errorsOf('title')}
            next={() => body.current?.focus()}
          />
          <div className="entry-tools">
            <Toolbar body={body} />
            <div role="group" aria-label="View" className="entry-tabs" data-scripted>
              {(['write', 'preview'] as const).map((name) => (
                <button
                  key={name}
                  type="button"
                  className="entry-toggle"
                  aria-pressed={view === name}
                  onClick={() => setView(name)}
                >
                  {name === 'write' ? 'Write' : 'Preview'}
                </button>
              ))}
            </div>
            <span aria-hidden="true" className={`entry-saved lg:hidden ${statusInk}`}>
              <span className={`font-semibold ${status.ink}`}>
                {saved ? status.words.split(', ')[0] : shortStatus(status.words)}
              </span>
              {saved && <span>{saved}</span>}
            </span>
            <button
              type="button"
              className="entry-toggle entry-split"
              aria-pressed={isSplit}
              data-scripted
              onClick={toggleSplit}
            >
              Preview
            </button>
            {entry.source === 'cms' && <PreviewLinkMenu link={link} />}
          </div>
          <div className="entry-main">
            <div className="entry-panes">
              <EntryBody
                key={`body ${resets.body}`}
                ref={body}
                body={refusal?.values.body ?? begin.fields.body}
                errors={(refusal?.issues ?? [])
                  .filter(({ path }) => path === 'body')
                  .map(({ message }) => message)}
                components={props.components}
                wrong={wrong}
                changed={() => {
                  // Pasting, deleting and the toolbar fire no input event in the editor.
                  fields.state.correct('body')
                  changed()
                }}
                scrolled={follow}
                reveal={() => setView('write')}
              />
              <EntryPreview frame={frame} src={`/admin/content/${type}/${id}/look`} loaded={drawSoon} />
            </div>
            <EntryDetails
              key={`details ${resets.details}`}
              entry={entry}
              fields={begin.fields}
              sections={props.sections}
              refusal={refusal}
              changed={changed}
              aside={props.aside}
            />
          </div>
        </Form>
      </Console>
    </FormStateProvider>
  )
}

/** Calls a function when the user presses Ctrl or Command and a key. */
function useShortcut(key: string, act: () => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  }, [act])
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== key || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [key])
}

/** Focuses the first invalid field after a refusal, and opens the drawer or menu around it. */
function useRefusalFocus(form: React.RefObject<HTMLFormElement>, refusal: FormRefusal | undefined) {
  useEffect(() => {
    if (!refusal || !form.current || refusal.intent === 'delete') return
    const wrong = [...form.current.elements].find((field) => field.ariaInvalid === 'true')
    const box = wrong?.closest('details')
    if (box) box.open = true
    const field = wrong instanceof HTMLTextAreaElement && wrong.hidden ? null : wrong
    const target = field ?? form.current.querySelector('[role="alert"]')
    if (target instanceof HTMLElement) target.focus()
  }, [form, refusal])
}
