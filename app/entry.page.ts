import { startControls } from '#app/ui/scripts/behaviour.ts'
import { startCopyButtons } from '#app/ui/scripts/copying.ts'
import { showEditLink } from '#app/ui/scripts/editing.ts'
import { whenHostReady } from '#agent-tools/wait-for-host.ts'
import { loadPolyfillIfEnabled } from '#agent-tools/load-polyfill.ts'

startControls()
startCopyButtons()
showEditLink()

const form = document.querySelector<HTMLFormElement>('form[data-contact-form]')
if (form) {
  const { startContactForm } = await import('#app/features/contact/ui/contact-script.ts')
  startContactForm(form)
}
// From here on forms and buttons respond to the script.
document.documentElement.dataset.ready = ''

// The tools are for the few visitors that bring a host for them; everybody else loads nothing.
await loadPolyfillIfEnabled()
whenHostReady(async () => {
  const { startTools } = await import('#agent-tools/index.ts')
  startTools()
})
