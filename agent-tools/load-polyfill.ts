/** Loads the polyfill where the server asks for it in the head of the page; everywhere else this check is all there is. */
export async function loadPolyfillIfEnabled(): Promise<void> {
  if (!document.querySelector('meta[name="browser-tools-polyfill"][content="on"]')) return
  const { installPolyfill } = await import('#agent-tools/polyfill.ts')
  installPolyfill()
}
