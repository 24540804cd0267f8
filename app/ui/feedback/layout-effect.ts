import { useLayoutEffect } from 'react'

/** Runs a layout effect in browsers. On the server, where React warns about layout effects, it does nothing. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect
