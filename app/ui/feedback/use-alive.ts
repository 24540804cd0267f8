import { useSyncExternalStore } from 'react'

/** False in what the server makes and until the page has come to life. */
export const useHydrated = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
