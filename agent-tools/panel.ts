import { type Act, acts, takeBack, watchActs } from '#agent-tools/tool/activity.ts'
import { calling } from '#agent-tools/tool/call.ts'
import { panelStyle } from '#agent-tools/panel-style.ts'
import { toldBy } from '#agent-tools/tool/result.ts'
import { forgetWrites, shownNow } from '#agent-tools/tool/tool.ts'

type Tools = {
  isOn(): boolean
  turn(on: boolean): void
  tools(): { name: string; title: string; taken: boolean }[]
}

/** What a person calls the state of a call. */
const stateWords: Record<Act['state'], string> = {
  running: 'Under way',
  done: 'Done',
  proposed: 'Waits for your word',
  refused: 'Refused',
  cancelled: 'Cancelled',
  undone: 'Taken back',
}

type Attributes = Record<string, string>

/** An element with its attributes and what is in it: text is text, whoever wrote it. */
function make<K extends keyof HTMLElementTagNameMap>(
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
 * A quiet button in the corner that says how many tools agents are offered. It opens what they are, what agents did on this
 * page, and the switch that turns them off. It lives in a shadow root, so that neither it nor the page disturbs the other.
 */
export function openPanel({ isOn, turn, tools }: Tools): { show(): void; close(): void } {
  const root = make('div', { 'data-agent-tools': '' })
  const shadow = root.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(panelStyle)
  shadow.adoptedStyleSheets = [sheet]

  const count = make('span', {})
  const open = make('button', { type: 'button', class: 'open', 'aria-haspopup': 'dialog' }, count)
  const toggle = make('input', { type: 'checkbox', role: 'switch' })
  const list = make('ol', {})
  const offered = make('ul', {})
  const names = make('details', {}, make('summary', {}, 'What is offered here'), offered)
  const box = make(
    'div',
    { popover: '', role: 'dialog', 'aria-labelledby': 'head', class: 'box' },
    make('h2', { id: 'head' }, 'Tools for agents'),
    make(
      'p',
      { class: 'soft' },
      'An agent in this browser may use tools of this page, with your rights and no others. ',
    ),
    make('label', {}, 'Offer tools in this browser', toggle),
    make('h3', {}, 'What agents did on this page'),
    list,
    names,
    make('p', { class: 'soft' }, make('a', { href: '/docs/browser-tools' }, 'How this works')),
  )
  const said = make('p', { role: 'status', class: 'said' })
  const aside = make('aside', { 'aria-label': 'Tools for agents' }, open, box, said)
  shadow.append(aside)
  open.popoverTargetElement = box
  toggle.addEventListener('change', () => turn(toggle.checked))

  let told = ''
  function show() {
    if (!root.isConnected) document.body.append(root)
    const some = tools()
    const taken = some.filter((tool) => tool.taken).length
    const words = isOn()
      ? `${taken} ${taken === 1 ? 'tool' : 'tools'} for agents`
      : 'Tools for agents are off'
    if (words !== told) count.textContent = said.textContent = told = words
    aside.className = isOn() ? '' : 'off'
    toggle.checked = isOn()
    names.hidden = !some.length
    offered.replaceChildren(
      ...some.map(({ name, title, taken }) =>
        make('li', { 'data-tool': name }, title, taken ? '' : ' (another script has a tool of this name)'),
      ),
    )
    showActs()
  }

  function showActs() {
    aside.classList.toggle(
      'busy',
      acts.some(({ state }) => state === 'running'),
    )
    const focused = shadow.activeElement?.getAttribute('data-undo')
    const nothing = make('li', { class: 'soft' }, 'Nothing yet.')
    list.replaceChildren(...(acts.length ? acts.map(shownAct) : [nothing]))
    if (focused) shadow.querySelector<HTMLElement>(`[data-undo="${focused}"]`)?.focus()
    const [last] = acts
    if (last && last.state !== 'running') said.textContent = `${last.title}: ${stateWords[last.state]}`
  }

  function shownAct(act: Act) {
    const time = act.at.toLocaleTimeString([], { timeStyle: 'short' })
    const item = make('li', { class: act.state }, act.words || act.title, ' ')
    item.append(
      make('p', { class: 'soft' }, make('b', {}, stateWords[act.state]), ` · ${act.title} · ${time}`),
    )
    if (act.undo?.length) {
      const button = make('button', { type: 'button', 'data-undo': act.id }, 'Undo')
      button.addEventListener('click', () => void undo(act, button))
      item.append(button)
    }
    return item
  }

  /** The person takes something back: by their own click, so nothing has to be confirmed. */
  async function undo(act: Act, button: HTMLButtonElement) {
    button.disabled = true
    try {
      await takeBack(act, calling(null).call)
      forgetWrites()
      await shownNow()
    } catch (reason) {
      const told = toldBy(reason)
      const words = told && !told.ok ? told.error.message : 'The site did not answer. Try again.'
      button.replaceWith(make('p', { role: 'alert' }, `This could not be taken back. ${words}`))
    }
  }

  const unwatch = watchActs(showActs)
  return {
    show,
    close() {
      unwatch()
      root.remove()
    },
  }
}
