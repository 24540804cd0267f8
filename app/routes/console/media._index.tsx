import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { z } from 'zod'
import { deleteImages, listMedia, mediaBulkForm, uploadMedia } from '#app/features/media/media.server.ts'
import { mediaLimits, mediaQuery, mediaSort, uploadInput } from '#app/features/media/schema.ts'
import { forms } from '#app/http/pages/form.server.ts'
import { formWithFile } from '#app/http/pages/form-with-files.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import type { BulkResult } from '#app/operations/bulk.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { BulkNotice } from '#app/ui/lists/bulk-notice.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { Filters, ResultCount, type Filter } from '#app/ui/lists/filters.tsx'
import { isFiltered } from '#app/ui/lists/list-state.ts'
import { SortLinks } from '#app/ui/lists/sort-links.tsx'
import { MediaForm } from '#app/features/media/ui/media-form.tsx'
import { MediaGrid, thumbnailOf } from '#app/features/media/ui/media-grid.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Media' } as const

export const loader = page(handle.needs, async (ctx, { request, search }) => {
  const { query, list, number, path, pages } = listQuery(mediaQuery.extend(mediaSort), request.url)
  const { media, total } = await listMedia(ctx, query)
  return {
    media: media.map(thumbnailOf),
    total,
    list,
    number,
    path,
    pages: pages(total),
    isDeleted: search.get('done') === 'deleted',
  }
})

const upload = formWithFile(
  { needs: handle.needs, fields: z.object(uploadInput.shape), most: mediaLimits.bytes },
  async (ctx, { file, fields }) => {
    const { media } = await uploadMedia(ctx, { file, ...fields })
    return redirect(`/admin/media/${media.id}?done=uploaded`)
  },
)

const bulk = forms<BulkResult<'delete'>>(() => ({
  bulk: async (ctx, values) => deleteImages(ctx, parse(mediaBulkForm, values)),
}))

/** Uploads a file, or changes selected images. Only the form with a file is multipart. */
export const action = (args: ActionFunctionArgs) =>
  args.request.headers.get('Content-Type')?.startsWith('multipart/') ? upload(args) : bulk(args)

const filters: Filter[] = [
  { label: 'Part of the name or description', name: 'q', type: 'search', maxLength: 200 },
]

const sorts = [
  { name: 'Newest', by: 'created_at', order: 'desc', isDefault: true },
  { name: 'Name', by: 'name', order: 'asc' },
  { name: 'Largest', by: 'bytes', order: 'desc' },
] as const

export default function MediaPage() {
  const { media, total, list, number, path, pages, isDeleted } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const done = answer && 'act' in answer ? answer : undefined
  const refusal = answer && 'error' in answer ? answer : undefined
  const failed = refusalFor('bulk', refusal)
  const [isOpen] = useState(Boolean(refusal && !failed))
  const isEmpty = total === 0 && !isFiltered(list)
  // The form stays where it is after the first upload, so that it keeps its state.
  const [startsEmpty] = useState(isEmpty)
  const form = <MediaForm refusal={failed ? undefined : refusal} />
  return (
    <Console here="/admin/media" title="Media" lead="Images for use in entries, newest first.">
      <PageNotice tone="done" title={isDeleted && !answer && 'The image was deleted.'} />
      <PageNotice tone="stop" title={failed?.error} />
      <BulkNotice
        result={done}
        noun={['image was', 'images were']}
        labels={{ delete: 'deleted', undo: 'restored' }}
        names={new Map(media.map(({ id, name }) => [id, name]))}
      />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        {startsEmpty ? (
          <div className="basis-full">{form}</div>
        ) : (
          <details className="open:basis-full" open={isOpen}>
            <summary className="button">Upload image</summary>
            <div className="mt-3 border-y border-line py-4">{form}</div>
          </details>
        )}
        {!isEmpty && (
          <div className="min-w-0 flex-1 max-sm:basis-full">
            <Filters
              label="Find images"
              list={list}
              filters={filters}
              count={<ResultCount total={total} one="image" many="images" />}
            />
          </div>
        )}
      </div>
      {total > 1 && <SortLinks list={list} sorts={sorts} />}
      {media.length > 0 && <MediaGrid key={path + number} media={media} done={done} />}
      {media.length === 0 && isFiltered(list) && (
        <EmptyState>No images match. Try part of a name or a word from a description.</EmptyState>
      )}
      {isEmpty && !startsEmpty && <EmptyState>You can use uploaded images in any entry.</EmptyState>}
      <Pager path={path} number={number} pages={pages} />
    </Console>
  )
}
