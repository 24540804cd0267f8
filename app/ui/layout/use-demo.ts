import { useMatches } from '@remix-run/react'

type PageData = { isDemo?: boolean; frame?: { isDemo?: boolean } } | undefined

/** Returns whether the visitor uses the demo, from the data of the console page. */
export const useIsDemo = (): boolean =>
  useMatches().some(({ data }) => {
    const { isDemo, frame } = (data as PageData) ?? {}
    return isDemo === true || frame?.isDemo === true
  })
