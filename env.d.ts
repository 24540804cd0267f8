import type { LoadContext } from './app/context.server.ts'

declare module '@remix-run/node' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true
  }
}
