import { startBehaviour } from '#app/ui/scripts/behaviour.ts'
import { startCopying } from '#app/ui/scripts/copying.ts'
import { offerEditing } from '#app/ui/scripts/editing.ts'
import { whenHosted } from '#agent-tools/wait-for-host.ts'
import { polyfillIfWanted } from '#agent-tools/load-polyfill.ts'

startBehaviour()
startCopying()
offerEditing()

const form = document.querySelector<HTMLFormElement>('form[data-contact-form]')
if (form) {
  const { startContactForm } = await import('#app/features/contact/ui/contact-script.ts')
  startContactForm(form)
}
// From here on forms and buttons respond to the script.
document.documentElement.dataset.ready = ''

// The tools are for the few visitors that bring a host for them; everybody else loads nothing.
await polyfillIfWanted()
whenHosted(async () => {
  const { startTools } = await import('#agent-tools/index.ts')
  startTools()
})
