import type { LoadContext } from './app/context.server.ts'

declare module '@remix-run/node' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true
  }
}

/** Adds attributes that React 18 passes on without knowing them. All elements inherit from `AriaAttributes`. */
declare module 'react' {
  interface AriaAttributes {
    popover?: 'auto'
    popovertarget?: string
  }
}
