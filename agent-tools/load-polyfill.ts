/** Loads the polyfill if a meta tag of the page requests it. Other pages run only this check. */
export async function loadPolyfillIfEnabled(): Promise<void> {
  if (!document.querySelector('meta[name="browser-tools-polyfill"][content="on"]')) return
  const { installPolyfill } = await import('#agent-tools/polyfill.ts')
  installPolyfill()
}
