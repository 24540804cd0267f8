type State = { location: { pathname: string }; revalidation: string; navigation: { state: string } }

/** Router that Remix exposes on the window. */
type Router = { state: State; subscribe(then: (state: State) => void): () => void; revalidate(): void }

const router = () => (window as { __remixRouter?: Router }).__remixRouter

/** Maximum milliseconds to wait for the page to show current data. */
const REVALIDATION_TIMEOUT_MS = 1_000

const isBusy = ({ revalidation, navigation }: State) => revalidation !== 'idle' || navigation.state !== 'idle'

/** Reloads the data after any reload in progress, which the router would otherwise abort with an error. */
function revalidatePage(then: () => void) {
  let isAsked = false
  const look = () => {
    if (isBusy(router()!.state)) return
    if (isAsked) return (end(), then())
    isAsked = true
    router()!.revalidate()
  }
  const end = router()!.subscribe(look)
  look()
}

/** Waits for the router. Returns an observer that reports navigation and reloads data for code outside React. */
export async function createPageObserver() {
  while (!router()) await new Promise((resolve) => setTimeout(resolve, 50))
  let { pathname } = router()!.state.location
  return {
    onNavigate(then: () => void) {
      router()!.subscribe(({ location }) => {
        if (location.pathname === pathname) return
        pathname = location.pathname
        then()
      })
    },
    /** Resolves when the new data is rendered, or after a timeout. */
    refresh: () =>
      new Promise<void>((resolve) => {
        const late = setTimeout(resolve, REVALIDATION_TIMEOUT_MS)
        revalidatePage(() => (clearTimeout(late), resolve()))
      }),
  }
}
