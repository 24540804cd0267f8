import { redirect, type LinksFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createEntry, initialFields } from '#app/features/cms/entries.server.ts'
import { newEntryForm } from '#app/features/cms/form.ts'
import { entryInput } from '#app/features/cms/schema.ts'
import { typeNames } from '#app/features/cms/describe.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { forms } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { TitleField } from '#app/features/cms/ui/editor/title-field.tsx'
import styles from '#app/features/cms/ui/editor/styles/editor.css?url'
import { issueAt } from '#app/ui/forms/refusal.ts'
import { PostForm } from '#app/ui/forms/post-form.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'New entry' } as const

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = page(handle.needs, async (ctx, { search }) => {
  const type = entryTypes.find((one) => one === search.get('type')) ?? 'page'
  return { type, title: search.get('title') ?? '' }
})

export const action = forms(() => ({
  begin: async (ctx, values) => {
    const { type, title } = parse(newEntryForm, values)
    const fields = parse(entryInput, await initialFields(ctx, { type, title }))
    const { id } = await createEntry(ctx, { type, ...fields })
    return redirect(`/admin/content/${type}/${id}`)
  },
}))

export default function NewEntry() {
  const { type, title } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Console here="/admin/content" crumbs={[]} title={`New ${typeNames[type]}`} workspace>
      <h1 className="sr-only">New {typeNames[type]}</h1>
      <PostForm
        intent="begin"
        button="Create draft"
        busy="Creating"
        look="finger"
        refusal={refusal}
        className="entry-new"
      >
        <input type="hidden" name="type" value={type} />
        <TitleField title={refusal?.values.title ?? title} error={issueAt(refusal?.issues, 'title')} />
        <p className="text-soft">
          Enter a title, then press Enter. You can write the text and change the slug next. Only editors can
          see drafts.
        </p>
      </PostForm>
    </Console>
  )
}
