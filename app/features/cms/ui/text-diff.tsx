import { diffLines, diffWordsWithSpace, type Change } from 'diff'

/** Maximum number of changed lines shown as a diff. With more, the texts are shown one after the other. */
const MAX_CHANGES = 1_000
/** Maximum product of changes and lines, which limits the time: long texts show fewer changes. */
const MAX_STEPS = 10_000_000
/** Number of passages from the start whose changed words are marked, and maximum number of changed words in each. */
const MARKED_PASSAGES = 100
const MAX_CHANGED_WORDS = 100

/** Renders a line diff of two texts with changed words marked. Collapses long unchanged passages. */
export function TextDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = (before + after).split('\n').length
  const maxEditLength = Math.min(MAX_CHANGES, Math.ceil(MAX_STEPS / lines))
  const parts = diffLines(before, after, { maxEditLength }) ?? wholly(before, after)
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p className="text-muted">No difference.</p>
  return (
    <div role="group" aria-label={label} tabIndex={0} className="diff">
      {parts.map((part, index) => (
        <Part
          key={index}
          part={part}
          next={parts[index + 1]}
          last={parts[index - 1]}
          isMarked={index < MARKED_PASSAGES}
        />
      ))}
    </div>
  )
}

const wholly = (before: string, after: string): Change[] => [
  { value: before, removed: true, added: false, count: 1 },
  { value: after, removed: false, added: true, count: 1 },
]

type PartProps = { part: Change; next: Change | undefined; last: Change | undefined; isMarked: boolean }

function Part({ part, next, last, isMarked }: PartProps) {
  const { value, added, removed } = part
  if (removed) return <del>{isMarked && next?.added ? words(value, next.value, 'removed') : value}</del>
  if (added) return <ins>{isMarked && last?.removed ? words(last.value, value, 'added') : value}</ins>
  return <span>{collapseUnchanged(value, Boolean(last), Boolean(next))}</span>
}

/** Number of unchanged lines shown before and after a change. */
const CONTEXT_LINES = 3

function collapseUnchanged(text: string, above: boolean, below: boolean) {
  const lines = text.replace(/\n$/, '').split('\n')
  const [head, tail] = [above ? CONTEXT_LINES : 0, below ? CONTEXT_LINES : 0]
  const left = lines.length - head - tail
  if (left < 3) return text
  const note = `… ${left} lines alike …`
  return [...lines.toSpliced(head, left, note), ''].join('\n')
}

function words(before: string, after: string, kind: 'added' | 'removed') {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGED_WORDS })
  if (!changes) return kind === 'added' ? after : before
  return changes
    .filter((change) => (kind === 'added' ? !change.removed : !change.added))
    .map((change, index) => (change[kind] ? <mark key={index}>{change.value}</mark> : change.value))
}
