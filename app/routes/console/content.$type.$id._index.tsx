import type { LinksFunction, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { loadEditor, entryActions } from '#app/http/pages/entry-forms.server.ts'
import { forms, MAX_ENTRY_FORM_BYTES } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { EntryEditor } from '#app/features/cms/ui/editor/entry-editor.tsx'
import { redirectInput } from '#app/features/content/redirects.ts'
import { readFeedback } from '#app/features/feedback/feedback.server.ts'
import { EntryFeedbackSummary } from '#app/features/feedback/ui/entry-feedback.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'
import styles from '#app/features/cms/ui/editor/styles/editor.css?url'
import diffStyles from '#app/features/cms/ui/text-diff.css?url'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.entry.title ?? 'Entry', matches)

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'stylesheet', href: diffStyles },
]

/** State that Undo restores, with the longest redirect target. */
const undoParam = z.string().max(450)

export const loader = page(handle.needs, async (ctx, { params, search }) => {
  const editor = await loadEditor(ctx, params)
  return {
    done: search.get('done'),
    undo: undoParam.safeParse(search.get('undo')).data ?? null,
    lostRedirect: redirectInput.shape.to.safeParse(search.get('lost')).data ?? null,
    now: ctx.now().toISOString(),
    feedback: await readFeedback(ctx, editor.entry),
    ...editor,
  }
})

export const action = forms(({ params }) => entryActions(params), {
  large: { most: MAX_ENTRY_FORM_BYTES, needs: handle.needs },
})

export default function Entry() {
  const { feedback, ...data } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const link = answer && 'preview' in answer ? answer.preview : undefined
  const refusal = answer && 'error' in answer ? answer : undefined
  return (
    <EntryEditor
      key={data.entry.id}
      {...data}
      refusal={refusal}
      link={link}
      aside={<EntryFeedbackSummary feedback={feedback} />}
    />
  )
}
