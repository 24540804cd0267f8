/** A tool as a client lists it: what else it shows differs. */
export type Listed = { name: string; description?: string; annotations?: object }

/** A client of the browser tools, sitting in front of one page. */
export type Driver = {
  /** Goes to a path of the site, and is there when the page has loaded; its tools may come a moment later. */
  open(path: string): Promise<void>
  /** Signs in from inside the page that is open, as the form would. The page stays as it is. */
  signIn(email: string, password: string): Promise<void>
  list(): Promise<Listed[]>
  /** The answer of a tool, parsed. Rejects when the client says that the call failed. */
  call(name: string, input: object): Promise<unknown>
  /**
   * Calls a tool while the site is kept from answering it, and gives up once it has asked. Resolves once the tool's own
   * request was aborted, to `cancelled` or to what was answered instead. Clients that cannot cancel have none.
   */
  cancel?(name: string, input: object): Promise<unknown>
  /** Takes a call back as the protocol of the client has it, where that does not reach the page. */
  abandon?(name: string, input: object): void
  close(): Promise<void>
}

/** Makes a driver for the site at an address. */
export type Make = (url: string) => Promise<Driver>

/**
 * A function in the text of a script, which signs in and returns the status. It reads the answer: a client that waits until
 * the page is quiet would wait five seconds for a body that nobody reads.
 */
export const signingIn = (email: string, password: string) =>
  `async () => {
    const answer = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify({ email, password }))},
    })
    await answer.text()
    return answer.status
  }`
