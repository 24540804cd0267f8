import { startBehaviour } from '#app/ui/behaviour.ts'
import { startCopying } from '#app/ui/copying.ts'
import { offerEditing } from '#app/ui/editing.ts'
import { whenHosted } from '#agent-tools/late.ts'
import { polyfillIfWanted } from '#agent-tools/wanted.ts'

startBehaviour()
startCopying()
offerEditing()

const form = document.querySelector<HTMLFormElement>('form[data-contact-form]')
if (form) {
  const { startContactForm } = await import('#app/ui/contact-script.ts')
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
