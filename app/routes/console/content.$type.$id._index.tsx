import type { LinksFunction, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { loadEditor, entryActions } from '#app/http/pages/entry-forms.server.ts'
import { forms } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { EntryEditor } from '#app/features/cms/ui/entry-editor.tsx'
import { PublishControls } from '#app/features/cms/ui/publish-controls.tsx'
import { EntryHeader } from '#app/features/cms/ui/entry-header.tsx'
import { privateMeta } from '#app/ui/layout/page-meta.ts'
import styles from '#app/features/cms/ui/editor.css?url'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write' } as const

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.entry.title ?? 'Entry', matches)

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = page(handle.needs, async (ctx, { params, search }) => ({
  done: search.get('done'),
  now: ctx.now().toISOString(),
  ...(await loadEditor(ctx, params)),
}))

export const action = forms(({ params }) => entryActions(params))

export default function Entry() {
  const { entry, begin, done, now, draft, others, deadLinks, sections, components } =
    useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Console here="/admin/content" crumbs={[]} title={entry.title}>
      <EntryHeader
        entry={entry}
        done={refusal ? null : done}
        draft={draft}
        others={others}
        deadLinks={deadLinks}
      />
      <EntryEditor
        key={`${entry.id} ${begin.version} ${draft?.saved_at ? 'draft' : entry.version}`}
        entry={entry}
        begin={begin}
        sections={sections}
        components={components}
        refusal={refusal?.intent === 'delete' ? undefined : refusal}
      />
      {entry.source === 'cms' && <PublishControls entry={entry} now={now} refusal={refusal} />}
    </Console>
  )
}
