import { EditorSelection, EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import type { Format } from '#app/features/cms/ui/editor/formats.ts'
import { formatCommands } from '#app/features/cms/ui/editor/markdown-commands.ts'
import { alignedScroll } from '#app/features/cms/ui/editor/scroll-sync.ts'

/** Applies formats to a text whose selection is between two `|`, or at one, and returns the text in the same form. */
function applied(text: string, ...formats: Format[]): string {
  const [anchor, second] = [text.indexOf('|'), text.lastIndexOf('|')]
  const head = second > anchor ? second - 1 : anchor
  let state = EditorState.create({
    doc: text.replaceAll('|', ''),
    selection: EditorSelection.range(anchor, head),
  })
  for (const format of formats)
    formatCommands[format]({ state, dispatch: (transaction) => void (state = transaction.state) })
  const { from, to } = state.selection.main
  const doc = state.doc.toString()
  return from === to
    ? `${doc.slice(0, from)}|${doc.slice(from)}`
    : `${doc.slice(0, from)}|${doc.slice(from, to)}|${doc.slice(to)}`
}

describe('formats', () => {
  test.each<[string, Format[], string, string]>([
    ['bold marks a selection', ['bold'], 'a |word| here', 'a **|word|** here'],
    ['bold twice is no change', ['bold', 'bold'], 'a |word| here', 'a |word| here'],
    ['bold marks the word at the cursor', ['bold'], 'a wo|rd here', 'a **wo|rd** here'],
    ['italic inside bold', ['bold', 'italic'], '|word|', '**_|word|_**'],
    ['a heading has two levels and ends', ['heading'], 'Ti|tle', '## Ti|tle'],
    ['the second level', ['heading', 'heading'], 'Ti|tle', '### Ti|tle'],
    ['back to text', ['heading', 'heading', 'heading'], 'Ti|tle', 'Ti|tle'],
    ['a link waits for its URL', ['link'], 'see |this| page', 'see [this](|) page'],
    ['a link without a selection waits for its text', ['link'], 'see |', 'see [|]()'],
    ['a list has all selected lines', ['list'], '|one\ntwo|', '- |one\n- two|'],
    ['a list twice is no list', ['list', 'list'], '|one\ntwo|', '|one\ntwo|'],
    ['a quote', ['quote'], 'wor|ds', '> wor|ds'],
    ['code in a line', ['code'], 'run |npm start| now', 'run `|npm start|` now'],
    ['a block of code on an empty line', ['code'], '|', '```\n|\n```'],
    ['a block of code around lines', ['code'], '|a\nb|', '```\na\nb|\n```'],
  ])('%s', (_, formats, before, after) => {
    expect(applied(before, ...formats)).toBe(after)
  })
})

describe('the preview scrolls with the text', () => {
  const editor = { anchors: [100, 300], most: 500 }

  test('headings are aligned, and everything between in proportion', () => {
    const preview = { anchors: [400, 500], most: 1000 }
    expect([0, 50, 100, 200, 300, 400, 500].map((top) => alignedScroll(top, editor, preview))).toEqual([
      0, 200, 400, 450, 500, 750, 1000,
    ])
  })

  test('with other headings, the whole text is in proportion', () => {
    expect(alignedScroll(250, editor, { anchors: [10], most: 1000 })).toBe(500)
  })

  test('a text that fits does not scroll', () => {
    expect(alignedScroll(0, { anchors: [], most: 0 }, { anchors: [], most: 900 })).toBe(0)
  })
})
