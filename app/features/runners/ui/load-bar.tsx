/** How much of something is taken, drawn; the words stand beside it. */
export function LoadBar({ part, of }: { part: number; of: number }) {
  const share = of > 0 ? Math.min(100, (100 * part) / of) : 0
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="load-bar mt-1 h-2.5 w-full max-w-48"
      aria-hidden="true"
    >
      <rect className="load-taken" width={share} height="8" />
    </svg>
  )
}
