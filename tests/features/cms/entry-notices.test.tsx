import { expect, test } from 'vitest'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { EntryNotices } from '#app/features/cms/ui/editor/notices.tsx'
import { ENTRY_FORM } from '#app/features/cms/ui/editor/form.ts'
import { renderInRouter } from '#tests/support/render.tsx'

const noticesFor = (error: string, message: string) =>
  renderInRouter(
    <EntryNotices
      entry={{ version: 1, trouble: null, scheduled_at: null } as CmsEntry}
      draft={null}
      others={[]}
      hasDraft={false}
      saysSchedule={false}
      deadLinks={[]}
      refusal={{ error, issues: [{ path: 'scheduled_at', message }], values: {}, intent: 'schedule' }}
    />,
  )

test('an empty time of a schedule is one error with the label of its field', async () => {
  const html = await noticesFor('Scheduled at: Enter a date and time.', 'Enter a date and time.')
  expect(html).toContain('1 field has an error')
  expect(html).not.toContain('Scheduled at')
  expect(html).toContain(`href="#${ENTRY_FORM}-scheduled_at"`)
  expect(html).toContain('Date and time: Enter a date and time.')
})

test('an error about the entry keeps its own title', async () => {
  const html = await noticesFor('This entry cannot be published. Fix the marked fields.', 'Enter a title.')
  expect(html).toContain('This entry cannot be published. Fix the marked fields.')
})
