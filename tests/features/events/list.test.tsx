import { expect, test } from 'vitest'
import { EventList } from '#app/features/events/ui/event-list.tsx'
import { anEvent, NOON } from '#tests/support/factories.ts'
import { renderInRouter } from '#tests/support/render.tsx'

test('the id of an event does not become the id of another element of the page', async () => {
  const events = ['main', 'a b/%'].map((id) => ({ ...anEvent({ guild_id: '1', id }), received_at: NOON }))
  const html = await renderInRouter(
    <EventList events={events} list={{ base: '/events', filters: {} }} before={undefined} open={null} />,
  )
  const ids = [...html.matchAll(/<details id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids).toEqual(['event-main', 'event-a b/%'])
  expect(html).not.toContain('id="main"')
  expect(html).toContain('href="/events?open=main#event-main"')
  expect(html).toMatch(/<summary[^>]*>A message was sent<span class="sr-only"> on 21 Nov 2026, /)
})
