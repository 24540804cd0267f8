import { EditorSelection, type EditorState, type SelectionRange, type StateCommand } from '@codemirror/state'
import type { Format } from '#app/features/cms/ui/editor/formats.ts'

type Change = { from: number; to: number; insert: string }

/** Puts a mark around each selection or the word at the cursor, or removes the mark. */
const wrap =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const size = mark.length
    const spec = state.changeByRange((range) => {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range
      const isWrapped = state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark
      if (isWrapped)
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: moved(range, -size),
        }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: moved(range, size),
      }
    })
    dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }

const moved = ({ anchor, head }: SelectionRange, by: number) => EditorSelection.range(anchor + by, head + by)

/** Changes the start of each selected line. If all lines have the prefix, it is removed. */
const prefix =
  (matches: RegExp, insert: string, removes: RegExp = matches): StateCommand =>
  ({ state, dispatch }) => {
    const lines = selectedLines(state)
    const isOn = lines.every(({ text }) => matches.test(text))
    const changes: Change[] = lines.map(({ from, text }) => {
      const found = removes.exec(text)?.[0].length ?? 0
      return { from, to: from + found, insert: isOn ? '' : insert }
    })
    dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'input' }))
    return true
  }

function selectedLines(state: EditorState) {
  const numbers = new Set<number>()
  for (const { from, to } of state.selection.ranges)
    for (let n = state.doc.lineAt(from).number; n <= state.doc.lineAt(to).number; n++) numbers.add(n)
  return [...numbers].map((n) => state.doc.line(n))
}

/** Makes the selected lines headings of level 2, then of level 3, then text. */
const heading: StateCommand = (target) => {
  const lines = selectedLines(target.state)
  if (lines.every(({ text }) => text.startsWith('## '))) return prefix(/^### /, '### ', /^#{1,6} /)(target)
  return prefix(/^### /, '## ', /^#{1,6} /)(target)
}

/** Makes the selection the text of a link, with the cursor at the URL. Without a selection, at the text. */
const link: StateCommand = ({ state, dispatch }) => {
  const spec = state.changeByRange(({ from, to, empty }) => {
    const text = state.sliceDoc(from, to)
    const cursor = empty ? from + 1 : from + text.length + 3
    return { changes: { from, to, insert: `[${text}]()` }, range: EditorSelection.cursor(cursor) }
  })
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }))
  return true
}

/** Makes the selection code: a block for several lines or an empty line, otherwise a part of the line. */
const code: StateCommand = (target) => {
  const { state, dispatch } = target
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  if (first.number === last.number && first.length > 0) return wrap('`')(target)
  const text = state.sliceDoc(first.from, last.to)
  const insert = `\`\`\`\n${text}\n\`\`\``
  const selection = EditorSelection.cursor(first.from + 4 + text.length)
  dispatch(
    state.update({ changes: { from: first.from, to: last.to, insert }, selection, userEvent: 'input' }),
  )
  return true
}

/** Commands of the toolbar, the keyboard and the menu that `/` opens. */
export const formatCommands: Record<Format, StateCommand> = {
  bold: wrap('**'),
  italic: wrap('_'),
  heading,
  link,
  list: prefix(/^[-*+] /, '- '),
  quote: prefix(/^> ?/, '> '),
  code,
}
