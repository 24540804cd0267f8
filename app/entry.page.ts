import { startBehaviour } from '#app/ui/behaviour.ts'
import { startCopying } from '#app/ui/copying.ts'

startBehaviour()
startCopying()

// The tools are for the few visitors that bring a host for them; everybody else loads nothing.
if (document.modelContext ?? (navigator as { modelContext?: unknown }).modelContext) {
  const { registerTools } = await import('#agent-tools/index.ts')
  registerTools()
}
