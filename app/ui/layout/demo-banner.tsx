import { useIsDemo } from '#app/ui/layout/use-demo.ts'

/** Renders the banner of the demo, with the button that ends the session. Renders nothing for other users. */
export function DemoBanner() {
  if (!useIsDemo()) return null
  return (
    <section
      aria-label="Demo"
      className="-mt-4 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border border-rim bg-sign px-4 py-2 text-on-sign"
    >
      <p className="font-sign text-lg font-bold">Demo · read-only</p>
      <LeaveDemo />
    </section>
  )
}

/** Renders the button that leaves the demo, which works with or without scripts. */
export const LeaveDemo = () => (
  <form method="post" action="/logout">
    <button type="submit" className="button small">
      Leave demo
    </button>
  </form>
)
