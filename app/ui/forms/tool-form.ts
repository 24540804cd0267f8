/**
 * Attributes that make a form a WebMCP tool. With `toolautosubmit`, the agent submits the form. Otherwise, the user
 * submits the form.
 */
export type ToolForm = { toolname: string; tooldescription: string; toolautosubmit?: '' }

/**
 * Submit event with the browser's agent extensions. If an agent invoked the form, `respondWith` sends the result to the
 * agent.
 */
type AgentSubmit = SubmitEvent & { agentInvoked?: boolean; respondWith?(answer: Promise<unknown>): void }

/** Sends the result of a form to the agent that filled in the form. Call this function during event handling. */
export function respondToAgent(event: AgentSubmit, outcome: Promise<unknown>): void {
  if (event.agentInvoked) event.respondWith?.(outcome)
}
