/** When a page that had no host looks for one again, in milliseconds: those of extensions come late. */
const LATER = [300, 1_000, 3_000, 8_000]

type Place = { modelContext?: { registerTool?: unknown; provideContext?: unknown } }

const isHosted = () =>
  [document as Place, navigator as Place].some((place) => {
    try {
      const { registerTool, provideContext } = place.modelContext ?? {}
      return [registerTool, provideContext].some((method) => typeof method === 'function')
    } catch {
      return false
    }
  })

/** Calls `then` once there is a host. Kept apart, so that pages without a host load none of the tools. */
export function whenHosted(then: () => unknown, waits: readonly number[] = LATER): void {
  if (isHosted()) then()
  else if (waits.length) setTimeout(whenHosted, waits[0], then, waits.slice(1))
}
