import type { ComponentProps } from 'react'

/** A table in a frame of its own that scrolls sideways where the screen is too narrow, with the keyboard too. */
export function ScrollTable({ label = 'Table', ...rest }: ComponentProps<'table'> & { label?: string }) {
  return (
    <div className="table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table {...rest} />
    </div>
  )
}
