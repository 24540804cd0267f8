/** Attributes that make a form a WebMCP tool. With `toolautosubmit` the agent sends it, else the person. */
export type ToolForm = { toolname: string; tooldescription: string; toolautosubmit?: '' }

/** What the browser adds to a `submit` event. Where an agent has asked for it, the answer goes to the agent too. */
type AgentSubmit = SubmitEvent & { agentInvoked?: boolean; respondWith?(answer: Promise<unknown>): void }

/** Gives the agent that filled a form in what became of it. Called while the event is being handled. */
export function respondToAgent(event: AgentSubmit, outcome: Promise<unknown>): void {
  if (event.agentInvoked) event.respondWith?.(outcome)
}
