import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'

type Props = {
  label: string
  columns: number
  rows?: number
  /** Cell of the crosshair, counted row by row, or null. */
  at: number | null
  onMove(at: number | null): void
  /** Describes a cell in words. */
  readout(at: number): string
  children: ReactNode
}

const cellIn = (position: number, size: number, count: number) =>
  Math.min(count - 1, Math.max(0, Math.floor((position / size) * count)))

/**
 * Renders the area of a chart. Hover, tap and arrow keys move its crosshair. For screen readers, the crosshair is a slider
 * whose value is the description of the cell.
 */
export function Plot({ label, columns, rows = 1, at, onMove, readout, children }: Props) {
  const last = columns * rows - 1
  function follow({ currentTarget, clientX, clientY }: PointerEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onMove(cellIn(clientY - top, height, rows) * columns + cellIn(clientX - left, width, columns))
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: -columns, ArrowDown: columns }[event.key]
    if (event.key === 'Escape') onMove(null)
    if (step === undefined || rows === 1) return
    event.preventDefault()
    const next = (at ?? last) + step
    if (next >= 0 && next <= last) onMove(next)
  }
  return (
    <div
      className="plot"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onMove(null)}
    >
      {children}
      <input
        type="range"
        data-scripted
        autoComplete="off"
        min={0}
        max={last}
        value={at ?? last}
        aria-label={label}
        aria-valuetext={readout(at ?? last)}
        onChange={({ target }) => onMove(target.valueAsNumber)}
        onFocus={() => onMove(at ?? last)}
        onBlur={() => onMove(null)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
