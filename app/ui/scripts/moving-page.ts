type State = { location: { pathname: string }; revalidation: string; navigation: { state: string } }

/** What Remix leaves on the window for the page that it runs. */
type Router = { state: State; subscribe(then: (state: State) => void): () => void; revalidate(): void }

const router = () => (window as { __remixRouter?: Router }).__remixRouter

/** How long a page may take to show what the site holds now, in milliseconds. */
const REVALIDATION_TIMEOUT_MS = 1_000

const isBusy = ({ revalidation, navigation }: State) => revalidation !== 'idle' || navigation.state !== 'idle'

/** Reloads the data after any reload under way, since the router would abort that one with an error. */
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

/** A page of the console for those outside of React: it says when it has moved, and reads its data anew when asked. */
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
    /** Resolves when the data is shown, or when it takes too long. */
    refresh: () =>
      new Promise<void>((resolve) => {
        const late = setTimeout(resolve, REVALIDATION_TIMEOUT_MS)
        revalidatePage(() => (clearTimeout(late), resolve()))
      }),
  }
}
