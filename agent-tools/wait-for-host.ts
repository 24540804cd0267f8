/** Delays between checks for a host, in milliseconds. Browser extensions add their hosts late. */
const HOST_CHECK_DELAYS = [300, 1_000, 3_000, 8_000]

type HostOwner = { modelContext?: { registerTool?: unknown; provideContext?: unknown } }

const isHosted = () =>
  [document as HostOwner, navigator as HostOwner].some((place) => {
    try {
      const { registerTool, provideContext } = place.modelContext ?? {}
      return [registerTool, provideContext].some((method) => typeof method === 'function')
    } catch {
      return false
    }
  })

/** Calls `then` once a host exists. The module is separate, so that pages without a host load no tools. */
export function whenHostReady(then: () => unknown, waits: readonly number[] = HOST_CHECK_DELAYS): void {
  if (isHosted()) then()
  else if (waits.length) setTimeout(whenHostReady, waits[0], then, waits.slice(1))
}
