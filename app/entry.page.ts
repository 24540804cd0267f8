import { startBehaviour } from '#app/ui/behaviour.ts'

startBehaviour()

// The tools are for the few visitors that bring a host for them; everybody else loads nothing.
if (document.modelContext ?? (navigator as { modelContext?: unknown }).modelContext) {
  const { registerTools } = await import('#agent-tools/index.ts')
  registerTools()
}
