import type { ReactNode } from 'react'

/** Fields that narrow a list. They go into the address, so that the list can be kept, shared and gone back to. */
export function Filters({
  label,
  clear,
  children,
}: {
  label: string
  clear: string | null
  children: ReactNode
}) {
  return (
    <search>
      <form aria-label={label} className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {children}
        <div className="flex flex-wrap items-end gap-4">
          <button type="submit" className="button">
            Show
          </button>
          {clear && (
            <a href={clear} className="link my-3 inline-block">
              Show all
            </a>
          )}
        </div>
      </form>
    </search>
  )
}

type AmountProps = { total: number; one: string; many: string; isLive?: boolean }

/** How much of a list is to be seen. Of one that changes by itself nothing is read out. */
export function Amount({ total, one, many, isLive = false }: AmountProps) {
  return (
    <p className="mt-6 text-muted" role={isLive ? undefined : 'status'}>
      {total === 1 ? `1 ${one}` : `${total.toLocaleString('en-GB')} ${many}`}
    </p>
  )
}
