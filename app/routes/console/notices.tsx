import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { isReadOnly } from '#app/access.ts'
import { z } from 'zod'
import { listNotices, markNoticesSeen } from '#app/features/notices/notices.server.ts'
import { seenInput } from '#app/features/notices/schema.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { NoticeList } from '#app/features/notices/ui/notice-list.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'
import { markSeen } from '#app/ui/layout/use-unseen.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'console:open', title: 'Notices' } as const

export const loader = page(handle.needs, async (ctx) => ({
  ...(await listNotices(ctx)),
  isDemo: isReadOnly(ctx.actor),
}))

export const action = forms(() => ({
  seen: formHandler(z.object(seenInput.shape), async (ctx, input) => {
    await markNoticesSeen(ctx, input)
    return redirect('/admin/notices')
  }),
}))

export default function Notices() {
  const { notices, unseen, seen_at } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const newest = notices[0]?.at
  // Marks notices as seen only once they are visible, and not in the loader, because browsers can prefetch the page.
  useEffect(() => {
    if (newest && unseen > 0 && !document.hidden) void markSeen(newest)
  }, [newest, unseen])
  return (
    <Console
      here="/admin/notices"
      title="Notices"
      lead="Items that need attention. Resolved items disappear automatically."
    >
      {newest === undefined ? (
        <EmptyState>
          There is nothing to do. Failures, delays and unread messages will appear here with links.
        </EmptyState>
      ) : (
        <>
          <NoticeList notices={notices} seenAt={seen_at} />
          {unseen > 0 && (
            <PostForm
              intent="seen"
              button="Mark all as seen"
              busy="Marking"
              refusal={refusal}
              className="mt-8"
            >
              <input type="hidden" name="until" value={newest} />
            </PostForm>
          )}
        </>
      )}
    </Console>
  )
}
