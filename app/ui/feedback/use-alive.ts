import { useSyncExternalStore } from 'react'

/** Returns false on the server and until hydration. */
export const useHydrated = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
