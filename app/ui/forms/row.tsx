import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useNamedFields } from '#app/ui/forms/draft-fields.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'
import { useIsomorphicLayoutEffect } from '#app/ui/feedback/layout-effect.ts'

/** Handlers and state for moving a row with the mouse. */
export type RowDrag = {
  isTarget: boolean
  start(event: DragEvent): void
  over(event: DragEvent): void
  drop(event: DragEvent): void
  end(): void
}

type Props = {
  /** Prefix of the row's data attributes, with which the list finds the element to focus. */
  owner: string
  /** Path of the list in the draft. */
  path: string
  index: number
  count: number
  noun: string
  /** Name of the row, if it has one. */
  called: string | undefined
  /** Line that describes a collapsible row. */
  summary: ReactNode
  look: 'open' | 'line' | 'card'
  startsOpen: boolean
  isWrong: boolean
  drag: RowDrag
  move(to: number): void
  remove(): void
  children: ReactNode
}

/** Renders a row of a list: open, as a single line, or as a card that opens. */
export function Row(props: Props) {
  const { owner, index, noun, called, look, drag, children } = props
  const name = `${noun} ${index + 1}`
  const legend = <legend className="sr-only">{called ? `${name} (${called})` : name}</legend>
  const fields = { 'data-row-fields': `${owner}${index}` }
  const frame = {
    'data-row': `${owner}${index}`,
    onDragOver: drag.over,
    onDrop: drag.drop,
    className: drag.isTarget ? 'outline-2 outline-dashed outline-amber' : undefined,
  }
  if (look === 'line')
    return (
      <li {...frame}>
        <fieldset className="flex min-w-0 items-start gap-1.5">
          {legend}
          <div {...fields} className="min-w-0 flex-1">
            {children}
          </div>
          <div className="mt-1.5">
            <RowTools {...props} />
          </div>
        </fieldset>
      </li>
    )
  if (look === 'card')
    return (
      <li {...frame}>
        <fieldset className="relative min-w-0 border border-edge bg-raised">
          {legend}
          <CardBody {...props}>
            <div {...fields} className="space-y-4 border-t border-line px-4 pb-4 pt-3">
              {children}
            </div>
          </CardBody>
          <div className="absolute right-1.5 top-1.5">
            <RowTools {...props} />
          </div>
        </fieldset>
      </li>
    )
  return (
    <li {...frame}>
      <fieldset className="min-w-0 border-l-4 border-line pl-4">
        {legend}
        <div className="mb-2 flex items-center gap-2">
          <p aria-hidden="true" className="label mr-auto min-w-0 text-muted [overflow-wrap:anywhere]">
            {index + 1}. {called || noun}
          </p>
          <RowTools {...props} />
        </div>
        <div {...fields} className="space-y-4">
          {children}
        </div>
      </fieldset>
    </li>
  )
}

/** Renders the collapsible part of a card, which opens if its fields have errors. */
function CardBody({ index, called, noun, summary, startsOpen, isWrong, count, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [first] = useState(startsOpen || isWrong)
  useIsomorphicLayoutEffect(() => {
    if (isWrong && details.current) details.current.open = true
  }, [isWrong])
  return (
    <details ref={details} open={first} className="more">
      <summary className="row-summary">
        <span aria-hidden="true" className={count > 1 ? 'row-gap row-gap-wide' : 'row-gap'} />
        <span className="label">
          {index + 1}. {called || noun}
        </span>
        {summary && <span className="font-normal text-muted"> {summary}</span>}
      </summary>
      {children}
    </details>
  )
}

function RowTools({ owner, path, index, count, noun, look, drag, move, remove }: Props) {
  const name = `${noun} ${index + 1}`
  const button = { owner, path, index }
  const isNamed = useNamedFields()
  return (
    <div className="flex shrink-0 items-center gap-1">
      {count > 1 && (
        <>
          {look === 'card' && !isNamed && (
            <span
              draggable
              aria-hidden="true"
              title="Drag to move"
              onDragStart={drag.start}
              onDragEnd={drag.end}
              className="grid h-[2.25rem] w-6 cursor-grab place-items-center text-muted pointer-coarse:hidden"
            >
              <GripVertical className="size-5" />
            </span>
          )}
          <Tool {...button} at="up" says={`Move ${name} up`} off={index === 0} run={() => move(index - 1)} />
          <Tool
            {...button}
            at="down"
            says={`Move ${name} down`}
            off={index === count - 1}
            run={() => move(index + 1)}
          />
        </>
      )}
      <Tool {...button} at="remove" says={`Remove ${name}`} run={remove} />
    </div>
  )
}

/** Returns the attributes of a button that edits rows. Without scripts, it submits the form, which is shown at the list. */
export const editButton = (isNamed: boolean, edit: string, listId: string) =>
  isNamed
    ? ({ type: 'submit', name: 'intent', value: `edit ${edit}`, formAction: `#${listId}` } as const)
    : ({ type: 'button' } as const)

const icons = { up: ArrowUp, down: ArrowDown, remove: Trash2 }

type ToolProps = {
  owner: string
  path: string
  index: number
  at: keyof typeof icons
  says: string
  off?: boolean
  run(): void
}

/** Renders a button that keeps its position and focus while disabled. */
function Tool({ owner, path, index, at, says, off, run }: ToolProps) {
  const Icon = icons[at]
  const isNamed = useNamedFields()
  const { id } = useFieldState(path, undefined)
  const to = at === 'up' ? index - 1 : index + 1
  const edit = at === 'remove' ? `remove ${path} ${index}` : `move ${path} ${index} ${to}`
  return (
    <button
      {...editButton(isNamed, edit, `${id}-list`)}
      className={`button small size-[2.25rem] shrink-0 justify-center p-0 ${off ? 'opacity-50' : ''}`}
      data-tool={`${owner}${index}${at}`}
      aria-label={says}
      title={says}
      aria-disabled={off ? true : undefined}
      onClick={isNamed ? undefined : () => off || run()}
    >
      <Icon className="size-4.5" aria-hidden="true" />
    </button>
  )
}
