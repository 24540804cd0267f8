import { spawn } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRenderWorker } from '#app/features/content/render/render-worker.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createSafeRenderer } from '#app/features/content/render/safe-render.server.tsx'
import { refusalOf } from '#tests/support/factories.ts'

const draw = createSafeRenderer(referenceKit)

test.each([
  [
    'Fine.\n\nOne {1 + 1} two',
    [{ line: 3, column: 5, reason: '{1 + 1} is code. Write \\{ to show a brace.' }],
  ],
  [
    '<Callout\n  colour="red">x</Callout>',
    [{ line: 2, column: 3, reason: 'Callout has no prop "colour". Remove it.' }],
  ],
  [
    '# One',
    [{ line: 1, column: 1, reason: expect.stringContaining('Begin this heading with ##.') as string }],
  ],
  ...[
    ['Text\nand <kbd>', 2, 5, 'The tag <kbd> is not closed. Add </kbd> in the same paragraph.'] as const,
    ['<kbd>x</sub>', 1, 1, 'The tag <kbd> is not closed. Add </kbd> before </sub>.'] as const,
    ['a </b>', 1, 4, 'This closing tag has no opening tag. Remove it, or add the opening tag.'] as const,
    [
      'I <3 you',
      1,
      4,
      'A “<” begins a tag, and this tag is not valid. Write \\< to show the character.',
    ] as const,
    ['<!-- x -->', 1, 2, 'HTML comments are not allowed in content. Write {/* text */}.'] as const,
    ['<https://a.example>', 1, 8, 'Links in <> are not allowed in content. Write [text](URL).'] as const,
  ].map(([body, line, column, reason]) => [body, [{ line, column, reason }]] as [string, object[]]),
  ['{', [{ line: 1, column: 2, reason: expect.stringContaining('A brace “{” begins code') as string }]],
  [
    '> '.repeat(101) + 'x',
    [{ line: null, column: null, reason: 'Use at most 100 levels of nested elements.' }],
  ],
])('%j is refused with its places', async (body, refused) => {
  expect(await draw(body)).toEqual({ refused })
})

test.each([
  [
    'a table of a few characters that fills up with cells',
    `|${'a|'.repeat(400)}\n|${'-|'.repeat(400)}\n${'|b\n'.repeat(1_200)}`,
  ],
  ['more headings than a page has', '## a\n\n'.repeat(20_000)],
  ['a long address that many links repeat', `[a]: /${'x'.repeat(20_000)}\n\n${'[a] '.repeat(300)}`],
])('%s is refused before it becomes a page', async (_, body) => {
  const reason = 'The text is too complex. Use fewer or simpler tables, lists and quotes, or split the page.'
  expect(await draw(body)).toEqual({ refused: [{ line: null, column: null, reason }] })
})

test('a text that takes too long to convert to Markdown is refused', async () => {
  const strict = createSafeRenderer(referenceKit, 0)
  expect(await strict('Text')).toMatchObject({ refused: [{ line: null }] })
})

test('long prose and code are a page', async () => {
  const paragraph = 'Some words with *emphasis*, `code` and [a link](/about), and more words that follow.\n\n'
  expect(await draw(paragraph.repeat(100_000 / paragraph.length))).toHaveProperty('html')
  const code = `const value = read('a name')\n`.repeat(199_000 / 29)
  expect(await draw(`\`\`\`js\n${code}\`\`\``)).toHaveProperty('html')
})

test('a comment is left out, and an element on lines of its own stands in no paragraph', async () => {
  expect(await draw('{/* note */}\n\nA {/* note */} b')).toEqual({ html: '<p>A  b</p>' })
  const callout = '<aside class="callout callout-note" role="note"><p class="callout-label">Note</p>x</aside>'
  expect(await draw('<Callout>x</Callout>')).toEqual({ html: callout })
})

test('code in a language with the name of a property of all objects is plain text', async () => {
  for (const name of ['toString', 'constructor', '__proto__'])
    expect(await draw(`\`\`\`${name}\nlet a\n\`\`\``)).toMatchObject({
      html: expect.stringContaining('let a') as string,
    })
  expect(await draw('```bash\nexport A=1\n```')).toMatchObject({
    html: expect.stringContaining('tok-') as string,
  })
})

/** A process that returns each body as it is, and never returns one that says so. */
const echo = () =>
  spawn(
    process.execPath,
    [
      '--eval',
      `process.on('message', ({ id, body }) => {
        if (body === 'end') process.abort()
        if (body === 'fail') return process.send({ id, failed: 'broken' })
        while (body === 'hang');
        process.send({ id, drawn: { html: body } })
      })`,
    ],
    { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )

/** Creates a render worker with fake timers, so that a slow machine cannot exceed its time limits. */
function aDrawer(start = async () => echo()) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sent: string[] = []
  const watched = async () => {
    const child = await start()
    const send = child.send.bind(child) as (message: { body: string }) => boolean
    child.send = (message: { body: string }) => sent.push(message.body) > 0 && send(message)
    return child
  }
  const drawer = createRenderWorker(watched, { patience: 1_000, idle: 60_000 })
  onTestFinished(async () => {
    vi.useRealTimers()
    await drawer.close()
  })
  /** Waits until a process has the body, then exceeds its time limit. */
  const exceed = async (body: string) => {
    while (!sent.includes(body)) await setImmediate()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  return { ...drawer, exceed }
}

test('a text that takes too long is refused, and another process renders the next', async () => {
  let threads = 0
  const drawer = aDrawer(async () => {
    threads++
    return echo()
  })
  expect(await drawer.render('one', 'ada')).toEqual({ html: 'one' })
  const [hung, two] = ['hang', 'two'].map((body) => drawer.render(body, 'ada'))
  await drawer.exceed('hang')
  expect(await hung).toEqual({
    refused: [{ line: null, column: null, reason: expect.stringContaining('too long') as string }],
  })
  expect(await two).toEqual({ html: 'two' })
  expect(threads).toBe(2)
  await expect(drawer.render('fail', 'ada')).rejects.toThrow('broken')
  expect(await drawer.render('end', 'ada')).toMatchObject({ refused: [{ line: null, column: null }] })
  expect(await drawer.render('three', 'ada')).toEqual({ html: 'three' })
})

test('a caller with slow texts does not hold up the others', async () => {
  const drawer = aDrawer()
  const refused = Array.from({ length: 3 }, () => refusalOf(() => drawer.render('hang', 'eve')))
  expect(await drawer.render('short', 'ada')).toEqual({ html: 'short' })
  expect(await drawer.render('next', 'bob')).toEqual({ html: 'next' })
  await drawer.close()
  for (const refusal of refused) expect(await refusal).toMatchObject({ status: 503 })
})

test('a caller cannot queue more than twenty texts', async () => {
  const drawer = createRenderWorker(async () => echo(), { patience: 60_000, idle: 60_000 })
  const drawn = Array.from({ length: 21 }, (_, at) => drawer.render(String(at), 'eve'))
  await Promise.resolve()
  expect(await refusalOf(() => drawer.render('late', 'eve'))).toMatchObject({ status: 503 })
  expect(await drawer.render('short', 'ada')).toEqual({ html: 'short' })
  await Promise.all(drawn)
  await drawer.close()
})

test('a queue of too many callers is refused', async () => {
  const drawer = createRenderWorker(async () => echo(), { patience: 60_000, idle: 60_000 })
  const drawn = Array.from({ length: 52 }, (_, at) => drawer.render(String(at), `caller ${at}`))
  await Promise.resolve()
  expect(await refusalOf(() => drawer.render('late', 'late'))).toMatchObject({ status: 503 })
  await Promise.all(drawn)
  await drawer.close()
})
