import { type ToolCall, toolCalls, undoCall, watchToolCalls } from '#agent-tools/tool/activity.ts'
import { makeCalls } from '#agent-tools/tool/call.ts'
import { thrownResult } from '#agent-tools/tool/result.ts'
import { forgetWrites, refreshPage } from '#agent-tools/tool/tool.ts'

/** Styles of the panel, in the colors of the page. The panel is not printed. */
const panelStyle = `
:host { position: fixed; inset: auto 0.75rem 0.75rem auto; z-index: 30; font: 1rem/1.5 var(--font-text, system-ui); color: var(--ink, CanvasText) }
* { box-sizing: border-box }
h2, h3, p, ol, ul { margin: 0; padding: 0 }
h2 { font: 700 1.25rem/1.2 var(--font-sign, inherit) }
h3 { font: 700 1rem/1.2 var(--font-sign, inherit); margin-top: 1rem }
ol, ul { list-style: none }
button, summary { font: inherit; color: inherit; cursor: pointer }
a { color: inherit }
:focus-visible { outline: 3px solid var(--ink, Highlight); outline-offset: 2px }
.open { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; padding: 0 0.875rem; background: var(--raised, Canvas); border: 1px solid var(--line, GrayText); border-radius: 99px; font-size: 0.875rem }
.open::before { content: ''; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: var(--go, green) }
.off .open::before { background: none; border: 2px solid var(--soft, gray) }
.busy .open::before { background: var(--sign, gold) }
.box { inset: auto 0.75rem 4rem auto; margin: 0; width: min(24rem, calc(100vw - 1.5rem)); max-height: min(34rem, calc(100dvh - 6rem)); overflow: auto; padding: 1rem; color: inherit; background: var(--raised, Canvas); border: 1.5px solid var(--ink, CanvasText) }
.soft { color: var(--soft, GrayText); font-size: 0.875rem }
label { display: flex; justify-content: space-between; gap: 1rem; align-items: center; min-height: 2.75rem; margin-top: 0.5rem; cursor: pointer }
input { width: 1.25rem; height: 1.25rem; accent-color: var(--amber, auto) }
li { padding: 0.5rem 0; border-top: 1px solid var(--line, GrayText); overflow-wrap: anywhere }
li button { min-height: 2rem; padding: 0 0.75rem; margin-top: 0.25rem; background: none; border: 1.5px solid currentColor; border-radius: 3px }
summary { min-height: 2rem; margin-top: 1rem; font-weight: 700 }
.refused b { color: var(--stop, red) }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media print { :host { display: none } }
`

type PanelOptions = {
  isEnabled(): boolean
  setEnabled(on: boolean): void
  tools(): { name: string; title: string; taken: boolean }[]
}

/** Labels for the call states. */
const stateLabels: Record<ToolCall['state'], string> = {
  running: 'In progress',
  done: 'Done',
  proposed: 'Waiting for confirmation',
  refused: 'Refused',
  cancelled: 'Cancelled',
  undone: 'Undone',
}

type Attributes = Record<string, string>

/** Creates an element with attributes and children. Strings become text nodes, so untrusted text is safe. */
function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  ...parts: (Node | string)[]
) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...parts)
  return element
}

/**
 * Adds a corner button with the number of offered tools. The button opens a panel with the tools, the agent activity
 * and the on/off switch. A shadow root isolates the panel from the page.
 */
export function openPanel({ isEnabled, setEnabled, tools }: PanelOptions): { show(): void; close(): void } {
  const root = createElement('div', { 'data-agent-tools': '' })
  const shadow = root.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyle)
  shadow.adoptedStyleSheets = [sheet]

  const count = createElement('span', {})
  const open = createElement('button', { type: 'button', class: 'open', 'aria-haspopup': 'dialog' }, count)
  const toggle = createElement('input', { type: 'checkbox', role: 'switch' })
  const list = createElement('ol', {})
  const offered = createElement('ul', {})
  const names = createElement('details', {}, createElement('summary', {}, 'Available tools'), offered)
  const box = createElement(
    'div',
    { popover: '', role: 'dialog', 'aria-labelledby': 'head', class: 'box' },
    createElement('h2', { id: 'head' }, 'Tools for agents'),
    createElement(
      'p',
      { class: 'soft' },
      'Agents in this browser can use tools on this page, with your permissions and no others. ',
    ),
    createElement('label', {}, 'Offer tools in this browser', toggle),
    createElement('h3', {}, 'Agent actions on this page'),
    list,
    names,
    createElement(
      'p',
      { class: 'soft' },
      createElement('a', { href: '/docs/browser-tools' }, 'How this works'),
    ),
  )
  const said = createElement('p', { role: 'status', class: 'said' })
  const aside = createElement('aside', { 'aria-label': 'Tools for agents' }, open, box, said)
  shadow.append(aside)
  open.popoverTargetElement = box
  toggle.addEventListener('change', () => setEnabled(toggle.checked))

  let told = ''
  function show() {
    if (!root.isConnected) document.body.append(root)
    const some = tools()
    const taken = some.filter((tool) => tool.taken).length
    const words = isEnabled()
      ? `${taken} ${taken === 1 ? 'tool' : 'tools'} for agents`
      : 'Tools for agents are disabled'
    if (words !== told) count.textContent = said.textContent = told = words
    aside.className = isEnabled() ? '' : 'off'
    toggle.checked = isEnabled()
    names.hidden = !some.length
    offered.replaceChildren(
      ...some.map(({ name, title, taken }) =>
        createElement(
          'li',
          { 'data-tool': name },
          title,
          taken ? '' : ' (another script has a tool of this name)',
        ),
      ),
    )
    showActs()
  }

  function showActs() {
    aside.classList.toggle(
      'busy',
      toolCalls.some(({ state }) => state === 'running'),
    )
    const focused = shadow.activeElement?.getAttribute('data-undo')
    const nothing = createElement('li', { class: 'soft' }, 'Nothing yet.')
    list.replaceChildren(...(toolCalls.length ? toolCalls.map(shownAct) : [nothing]))
    if (focused) shadow.querySelector<HTMLElement>(`[data-undo="${focused}"]`)?.focus()
    const [last] = toolCalls
    if (last && last.state !== 'running') said.textContent = `${last.title}: ${stateLabels[last.state]}`
  }

  function shownAct(act: ToolCall) {
    const time = act.at.toLocaleTimeString([], { timeStyle: 'short' })
    const item = createElement('li', { class: act.state }, act.summary || act.title, ' ')
    item.append(
      createElement(
        'p',
        { class: 'soft' },
        createElement('b', {}, stateLabels[act.state]),
        ` · ${act.title} · ${time}`,
      ),
    )
    if (act.undo?.length) {
      const button = createElement('button', { type: 'button', 'data-undo': act.id }, 'Undo')
      button.addEventListener('click', () => void undo(act, button))
      item.append(button)
    }
    return item
  }

  /** Undoes a call. A click by the user needs no confirmation. */
  async function undo(act: ToolCall, button: HTMLButtonElement) {
    button.disabled = true
    try {
      await undoCall(act, makeCalls(null).call)
      forgetWrites()
      await refreshPage()
    } catch (reason) {
      const told = thrownResult(reason)
      const words = told && !told.ok ? told.error.message : 'The site did not respond. Try again.'
      button.replaceWith(createElement('p', { role: 'alert' }, `The action could not be undone. ${words}`))
    }
  }

  const unwatch = watchToolCalls(showActs)
  return {
    show,
    close() {
      unwatch()
      root.remove()
    },
  }
}
