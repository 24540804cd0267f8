import { expect, test } from 'vitest'
import { DirectoryProvider, emptyDirectory, TextWithNames } from '#app/ui/forms/directory.tsx'
import { NamedFieldsProvider } from '#app/ui/forms/draft-fields.tsx'
import { IdField } from '#app/ui/forms/id-fields.tsx'
import { IdPicker } from '#app/ui/forms/id-picker.tsx'
import { renderInRouter } from '#tests/support/render.tsx'

const never = (reason: string) => ({ reason, final: true as const })
const directory = {
  ...emptyDirectory,
  searchUrl: '/members',
  channel: [
    { id: '1', name: 'general', note: '' },
    { id: '2', name: 'locked', note: '', blocks: { write: { reason: 'The bot cannot send messages here' } } },
    { id: '3', name: 'ideas', note: '', blocks: { write: never('This channel has no messages') } },
  ],
}

const optionsFor = async (value: string) => {
  const picker = { kind: 'channel', label: 'Channel', path: 'channel_id', issues: [] } as const
  const html = await renderInRouter(
    <DirectoryProvider value={directory}>
      <NamedFieldsProvider value>
        <IdPicker {...picker} needs="write" value={value} onChange={() => {}} />
      </NamedFieldsProvider>
    </DirectoryProvider>,
  )
  return [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text)
}

test('without scripts, a picker omits channels that can never be used', async () => {
  expect(await optionsFor('')).toEqual(['Choose a channel', '#general', '#locked'])
  expect(await optionsFor('3')).toEqual(['Choose a channel', '#ideas', '#general', '#locked'])
})

test('without scripts, a form field for a channel offers the channels by name', async () => {
  const field = { label: 'Channel', name: 'channel_id', kind: 'channel', hint: '' } as const
  const html = await renderInRouter(
    <DirectoryProvider value={directory}>
      <IdField {...field} needs="write" defaultValue="1" refusal={undefined} />
    </DirectoryProvider>,
  )
  expect(html).toMatch(
    /data-unscripted.*<select[^>]* name="channel_id".*<option value="1" selected="">#general</,
  )
})

test('an error names the known channels, and keeps unknown ids', async () => {
  const [known, unknown] = ['300000000000000001', '300000000000000002']
  const channel = [{ id: known, name: 'general', note: '' }]
  const html = await renderInRouter(
    <DirectoryProvider value={{ ...emptyDirectory, channel }}>
      <TextWithNames text={`The bot cannot see the channel ${known} or ${unknown}.`} />
    </DirectoryProvider>,
  )
  expect(html).toContain(`The bot cannot see the channel #general or ${unknown}.`)
})
