/** The part of claim 2 that an editor sends: Markdown and import files. */
import { documents, texts } from '#tests/attack/hostile/values.js'

/**
 * Publishes hostile texts, reads them in every form, and deletes them again.
 * @param {object} setup
 * @param {import('#tests/attack/hostile-input.js').Judge} setup.judge
 * @param {import('#tests/attack/support/http.js').Client} setup.owner
 * @param {import('#tests/attack/support/http.js').Client} setup.anonymous
 * @param {import('#tests/attack/support/random.js').Random} setup.random
 */
export async function attackContent({ judge, owner, anonymous, random }) {
  const description = 'Forty characters at least of a description for it.'
  // A text that stops the search is reported once, and must not make the rest of the run slow.
  let searching = true
  for (const body of documents.markdown) {
    judge('markdown', body, await owner.ask('POST', '/api/cms/render', { body }))
    const slug = `m-${random.word(8)}`
    const made = await owner.ask('POST', '/api/cms/page', { slug, title: 'Markdown', description, body })
    judge('markdown entry', body, made)
    if (made.status !== 201) continue
    const { id, path } = made.json.entry
    const tag = (/** @type {import('#tests/attack/support/http.js').Answer} */ answer) => ({
      'if-match': answer.headers.etag ?? `"v${answer.json?.entry?.version ?? 1}"`,
    })
    const shown = await owner.ask('POST', `/api/cms/page/${id}/publish`, undefined, tag(made))
    judge('markdown publish', body, shown)
    const places = [path, `${path}.md`, ...(searching ? ['/api/search?q=runner'] : [])]
    for (const place of places) {
      const answer = await anonymous.ask('GET', place, undefined, { accept: 'text/html' })
      judge(`published text, then ${place.replace(path, 'page')}`, body.slice(0, 60), answer)
      if (place.startsWith('/api') && answer.status !== 200) searching = false
    }
    await owner.ask('DELETE', `/api/cms/page/${id}`, undefined, tag(shown))
  }
  for (const head of documents.yaml) {
    const files = [{ name: `y-${random.word(6)}.mdx`, text: `---\n${head}\n---\n\nWords.\n` }]
    judge('import', head, await owner.ask('POST', '/api/cms/import', { type: 'page', files }))
  }
  for (const name of [
    ...texts.filter((text) => text.length < 200),
    '../a.mdx',
    '/etc/a.mdx',
    'a.mdx/../b.mdx',
    'CON.mdx',
  ])
    judge(
      'import name',
      name,
      await owner.ask('POST', '/api/cms/import', {
        type: 'page',
        files: [{ name, text: '---\ntitle: "A"\n---\n\n<a>\n' }],
      }),
    )
}
