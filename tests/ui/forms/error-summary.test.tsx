import { expect, test } from 'vitest'
import { Field } from '#app/ui/forms/field.tsx'
import { IdField } from '#app/ui/forms/id-fields.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { JsonField } from '#app/ui/forms/structured.tsx'
import { renderInRouter } from '#tests/support/render.tsx'

const refusal = {
  error: 'name: Enter a name.',
  issues: [
    { path: 'name', message: 'Enter a name.' },
    { path: 'actions.0.config.channel_id', message: 'Enter a Discord id with 17 to 20 digits.' },
    { path: 'log', message: 'Enter a Discord id with 17 to 20 digits.' },
    { path: 'actions.0.config.channel_id', message: 'A second message for the same field.' },
  ],
  values: { name: '', actions: '[{}]' },
  intent: null,
}

test('a summary links to each field with an error, also without scripts', async () => {
  const html = await renderInRouter(
    <PostForm button="Save" busy="Saving" refusal={refusal}>
      <Field label="Name" name="name" refusal={refusal} />
      <IdField label="Channel" name="log" kind="channel" hint="" defaultValue="" refusal={refusal} />
      <JsonField name="actions" label="Actions" hint="" value={[]} refusal={refusal}>
        <span />
      </JsonField>
    </PostForm>,
  )
  expect(html).toContain('3 fields have errors')
  const links = [...html.matchAll(/<a href="#([^"]+)"[^>]*>([^<]+)</g)].map(([, id, text]) => [id, text])
  expect(links.map(([, text]) => text)).toEqual([
    'Name: Enter a name.',
    'Channel id: Enter a Discord id with 17 to 20 digits.',
    'Log: Enter a Discord id with 17 to 20 digits.',
  ])
  for (const [id] of links) expect(html.split(`id="${id}"`)).toHaveLength(2)
})

test('a refusal without fields shows its reason', async () => {
  const failed = { ...refusal, error: 'The server could not be reached.', issues: [] }
  expect(await renderInRouter(<PostForm button="Save" busy="Saving" refusal={failed} />)).toContain(
    'The server could not be reached.',
  )
})
