import { diffLines, diffWordsWithSpace, type Change } from 'diff'

/** Maximum number of changes shown as a diff. With more changes, the texts are shown one after the other. */
const MAX_CHANGES = 4_000

/** Renders a line diff of two texts with changed words marked. Collapses long unchanged passages. */
export function TextDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const parts = diffLines(before, after, { maxEditLength: MAX_CHANGES }) ?? wholly(before, after)
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p className="text-muted">No difference.</p>
  return (
    <div role="group" aria-label={label} tabIndex={0} className="diff">
      {parts.map((part, index) => (
        <Part key={index} part={part} next={parts[index + 1]} last={parts[index - 1]} />
      ))}
    </div>
  )
}

const wholly = (before: string, after: string): Change[] => [
  { value: before, removed: true, added: false, count: 1 },
  { value: after, removed: false, added: true, count: 1 },
]

function Part({ part, next, last }: { part: Change; next: Change | undefined; last: Change | undefined }) {
  if (part.removed) return <del>{next?.added ? words(part.value, next.value, 'removed') : part.value}</del>
  if (part.added) return <ins>{last?.removed ? words(last.value, part.value, 'added') : part.value}</ins>
  return <span>{collapseUnchanged(part.value, Boolean(last), Boolean(next))}</span>
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
  const changes = diffWordsWithSpace(before, after, { maxEditLength: 500 })
  if (!changes) return kind === 'added' ? after : before
  return changes
    .filter((change) => (kind === 'added' ? !change.removed : !change.added))
    .map((change, index) => (change[kind] ? <mark key={index}>{change.value}</mark> : change.value))
}
