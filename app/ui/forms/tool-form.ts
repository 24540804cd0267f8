/**
 * The attributes that make a form a tool for agents where the browser knows them (WebMCP, declarative forms). With
 * `toolautosubmit` the agent sends it; without, it fills the fields in and the person sends it.
 */
export type ToolForm = { toolname: string; tooldescription: string; toolautosubmit?: '' }

/** What the browser adds to a `submit` event. Where an agent has asked for it, the answer goes to the agent too. */
type AgentSubmit = SubmitEvent & { agentInvoked?: boolean; respondWith?(answer: Promise<unknown>): void }

/** Gives the agent that filled a form in what became of it. Called while the event is being handled. */
export function answerAgent(event: AgentSubmit, outcome: Promise<unknown>): void {
  if (event.agentInvoked) event.respondWith?.(outcome)
}
