import type { LoadContext } from './app/context.server.ts'

declare module '@remix-run/node' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true
  }
}

/** Attributes that React 18 passes on without knowing them. */
declare module 'react' {
  interface HTMLAttributes<T> {
    popover?: 'auto'
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
  }
}
