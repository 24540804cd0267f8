/** Attributes that make a form a WebMCP tool. With `toolautosubmit` the agent submits it, otherwise the user does. */
export type ToolForm = { toolname: string; tooldescription: string; toolautosubmit?: '' }

/**
 * Submit event with the browser's agent extensions. If an agent invoked it, `respondWith` sends the result to the agent.
 */
type AgentSubmit = SubmitEvent & { agentInvoked?: boolean; respondWith?(answer: Promise<unknown>): void }

/** Sends the result of a form to the agent that filled it in. Call it during event handling. */
export function respondToAgent(event: AgentSubmit, outcome: Promise<unknown>): void {
  if (event.agentInvoked) event.respondWith?.(outcome)
}
