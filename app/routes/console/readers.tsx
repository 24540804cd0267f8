import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { hasRole, requireUser } from '#app/access.ts'
import { deleteComment, listFeedback } from '#app/features/feedback/feedback.server.ts'
import { FeedbackList } from '#app/features/feedback/ui/feedback-list.tsx'
import { draftFromQuestion } from '#app/features/readers/draft.server.ts'
import { readViewsBefore, reportReaders } from '#app/features/readers/report.server.ts'
import { DailyViewsTable, ReaderCharts, ReaderTotals } from '#app/features/readers/ui/reader-charts.tsx'
import { ReaderLists } from '#app/features/readers/ui/reader-lists.tsx'
import { rangeOf } from '#app/features/stats/range.ts'
import { RangePicker } from '#app/features/stats/ui/range-picker.tsx'
import { entryInput } from '#app/features/cms/schema.ts'
import { formHandler, forms } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { Console } from '#app/ui/layout/console.tsx'
import { EmptyState } from '#app/ui/lists/empty-state.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Analytics' } as const

export const loader = page(handle.needs, async (ctx, { search }) => {
  const today = ctx.now().toISOString().slice(0, 10)
  const range = rangeOf(search, today)
  const report = await reportReaders(ctx, { from: range.from, to: range.to })
  const days = await readViewsBefore(ctx, range)
  const before = days.some(({ html, markdown, json }) => html + markdown + json > 0) ? days : []
  const feedback = await listFeedback(ctx, range)
  const counting = {
    isOn: ctx.contentIndex.site.count_readers,
    opensSettings: hasRole(requireUser(ctx).role, 'site:write'),
  }
  return { today, range, report, before, feedback, ...counting }
})

export const action = forms(() => ({
  draft: formHandler(z.object({ question: entryInput.shape.title }), async (ctx, input) => {
    const { entry, isNew } = await draftFromQuestion(ctx, input)
    return redirect(`/admin/content/doc/${entry.id}${isNew ? '' : '?done=existing'}`)
  }),
  delete_comment: formHandler(z.object({ id: z.string().max(26) }), async (ctx, input) => {
    await deleteComment(ctx, input)
    return redirect('/admin/readers#feedback')
  }),
}))

const countReaders = 'Count readers, without cookies or addresses'

export default function Readers() {
  const { today, range, report, before, feedback, isOn, opensSettings } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { totals, tools, missing } = report
  const isEmpty =
    [tools, missing, feedback.pages, feedback.comments].every((list) => list.length === 0) &&
    totals.views === 0
  return (
    <Console
      here="/admin/readers"
      title="Analytics"
      lead={`Site analytics from ${report.from} to ${report.to} (UTC), collected without cookies.`}
      actions={!isEmpty && <ExportLink {...report} format="csv" />}
    >
      {range.problem && (
        <div className="mb-6">
          <Notice tone="stop" title={range.problem}>
            The page shows the last 30 days instead.
          </Notice>
        </div>
      )}
      <PageNotice tone="stop" title={refusal?.error} />
      {!isOn && (
        <div className="mb-6">
          <Notice tone="info" title="Readers are not counted.">
            {opensSettings ? (
              <>
                Turn on “{countReaders}” under <a href="/admin/settings">Settings</a>.
              </>
            ) : (
              `Ask an administrator to turn on “${countReaders}” under Settings.`
            )}
          </Notice>
        </div>
      )}
      <RangePicker from={range.from} to={range.to} today={today} days={range.days} />
      {isEmpty ? (
        <EmptyState>
          {isOn
            ? 'Views, searches and questions appear here within a minute. People who send Do Not Track are not counted.'
            : 'Nothing was counted in this period.'}
        </EmptyState>
      ) : (
        <>
          <div className="mt-6 mb-8">
            <ReaderTotals report={report} />
          </div>
          <ReaderCharts report={report} before={before} />
          <ReaderLists report={report} />
          <FeedbackList feedback={feedback} />
          <DailyViewsTable report={report} />
          <ExportLink {...report} format="json" />
        </>
      )}
    </Console>
  )
}

const ExportLink = ({ from, to, format }: { from: string; to: string; format: 'csv' | 'json' }) => (
  <a href={`/api/readers/export?format=${format}&from=${from}&to=${to}`} className="button">
    Export as {format.toUpperCase()}
  </a>
)
