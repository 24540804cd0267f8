/** The options of the Remix plugin; `vite.config.ts` hands them over. */
export default {
  appDirectory: 'app',
  serverModuleFormat: /** @type {const} */ ('esm'),
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
}
