type Entry = {
  name: string
  title: string
  description: string
  schema: string | undefined
  hints: Record<string, boolean> | undefined
  execute: (input: unknown, options: { signal: AbortSignal }) => unknown
}
type HandlerValue = Record<string, unknown> | null | undefined
type Options = { signal?: AbortSignal; exposedTo?: Iterable<unknown> } | null

const hintNames = ['consequentialHint', 'debugging', 'readOnlyHint', 'untrustedContentHint']
const eventNames = ['toolchange', 'toolactivated', 'toolcancel']

/** Installs a host with the API of Chromium 156 on a secure page without WebMCP, for this document only. */
export function installPolyfill(): void {
  if (!isSecureContext || 'modelContext' in document || 'modelContext' in navigator) return
  const value = makeModelContext()
  const property = { value, configurable: true, enumerable: true, writable: true }
  for (const place of [document, navigator]) Object.defineProperty(place, 'modelContext', property)
}

function makeModelContext() {
  const entries = new Map<string, Entry>()
  const target = new EventTarget()
  const tell = (type: string, toolName?: string) =>
    target.dispatchEvent(Object.assign(new Event(type), toolName === undefined ? {} : { toolName }))

  async function registerTool(tool: HandlerValue, options?: Options) {
    const { entry, annotated, schema } = readTool(tool)
    const { signal, origins } = readOptions(options)
    if (entries.has(entry.name)) fail('InvalidStateError', 'Duplicate tool name')
    if (!/^[\w.-]{1,128}$/.test(entry.name)) fail('InvalidStateError', 'Invalid tool name')
    if (!entry.description) fail('InvalidStateError', 'Description is required')
    const made: Entry = { ...entry, hints: annotated, schema: schema && asJson(schema, 'schema') }
    signal?.throwIfAborted()
    if (!origins.every(isSecure)) {
      fail('SecurityError', 'Only secure origins are allowed in the exposedTo list.')
    }
    entries.set(entry.name, made)
    signal?.addEventListener('abort', () => {
      if (entries.get(entry.name) === made) entries.delete(entry.name)
      void nextTask().then(() => tell('toolchange'))
    })
    await nextTask()
    tell('toolchange')
    signal?.throwIfAborted()
  }

  async function getTools() {
    const names = [...entries.keys()].sort()
    return names.map((name) => {
      const { hints, schema, title, description } = entries.get(name)!
      return {
        ...(hints && { annotations: { ...hints } }),
        description,
        ...(schema && { inputSchema: JSON.parse(schema) }),
        ...{ name, origin: location.origin, title, window },
      }
    })
  }

  async function executeTool(registered: HandlerValue, input: unknown = {}, options?: Options) {
    const { name, description, origin, window: where } = requireObject(registered, 'tool')
    if (name === undefined || description === undefined || where !== window) wrong('tool')
    const { signal } = readOptions(options)
    const given = asJson(requireObject(input, 'input'), 'input')
    signal?.throwIfAborted()
    await nextTask()
    const entry = origin === location.origin && entries.get(String(name))
    if (!entry) return fail('UnknownError', 'This tool no longer exists.')
    return run(entry, JSON.parse(given), signal)
  }

  function run({ name, execute }: Entry, input: unknown, signal: AbortSignal | undefined) {
    const controller = new AbortController()
    return new Promise<string>((resolve, reject) => {
      const cancel = () => {
        reject(signal!.reason)
        controller.abort()
        tell('toolcancel', name)
      }
      // The async wrapper converts a synchronous throw to a rejection.
      const running = (async () => asText(await execute(input, { signal: controller.signal })))()
      tell('toolactivated', name)
      if (signal?.aborted) return cancel()
      signal?.addEventListener('abort', cancel)
      running
        .then(resolve, () => reject(new DOMException('The tool failed.', 'UnknownError')))
        .finally(() => signal?.removeEventListener('abort', cancel))
    })
  }

  for (const type of eventNames) handle(target, type)
  return Object.assign(target, { registerTool, getTools, executeTool })
}

/** Reads a tool's properties once, so that later changes to the tool have no effect. */
function readTool(tool: HandlerValue) {
  const { name, title = '', description, inputSchema, execute, annotations } = requireObject(tool, 'tool')
  if (name === undefined || description === undefined || typeof execute !== 'function') wrong('tool')
  const hints = annotations == null ? undefined : requireObject(annotations, 'annotations')
  return {
    entry: {
      ...{ name: String(name), title: String(title), description: String(description) },
      execute: execute as Entry['execute'],
    },
    annotated: hints && Object.fromEntries(hintNames.map((hint) => [hint, Boolean(hints[hint])])),
    schema: inputSchema === undefined ? undefined : requireObject(inputSchema, 'schema'),
  }
}

function readOptions(options: unknown) {
  const { signal, exposedTo } = requireObject(options ?? {}, 'options')
  if (signal !== undefined && !(signal instanceof AbortSignal)) wrong('signal')
  const origins =
    exposedTo === undefined ? [] : [...(requireObject(exposedTo, 'origins') as unknown as string[])]
  return { signal: signal as AbortSignal | undefined, origins }
}

function isSecure(origin: string) {
  const { protocol, hostname } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' }
  return protocol === 'https:' || /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

function requireObject(value: unknown, what: string) {
  return Object(value) === value ? (value as Record<string, unknown>) : wrong(what)
}

const asJson = (value: object, what: string) => JSON.stringify(value) ?? wrong(what)

/** Converts a result to the text that callers receive. */
function asText(value: unknown) {
  if (value === '') return 'Operation succeeded'
  return Object(value) === value ? String(JSON.stringify(value)) : `${value as string}`
}

/** Defines an event handler property, such as `ontoolchange`. */
function handle(target: EventTarget, type: string) {
  let handler: ((event: Event) => unknown) | null = null
  target.addEventListener(type, (event) => handler?.call(target, event))
  Object.defineProperty(target, `on${type}`, {
    get: () => handler,
    set: (value: unknown) => {
      handler = typeof value === 'function' ? (value as typeof handler) : null
    },
    enumerable: true,
  })
}

/** Waits for the next task. Timers are throttled in hidden tabs. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })

function fail(name: string, message: string): never {
  throw new DOMException(message, name)
}

function wrong(what: string): never {
  throw new TypeError(`This is not a valid ${what}.`)
}
