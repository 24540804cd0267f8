/** How the panel looks: in the colours of the page, on paper and in the dark. */
export const panelStyle = `
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
