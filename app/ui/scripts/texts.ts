import type { Catalogue } from '#app/site/messages/messages.ts'

/** Texts for the scripts of public pages, which contain none. Late scripts receive them from the first one. */
export type ScriptTexts = Catalogue['scripts']

/** Id of the element with the texts. */
export const SCRIPT_TEXTS_ID = 'texts'

/** Reads the texts from the page. */
export const readScriptTexts = (): ScriptTexts =>
  JSON.parse(document.getElementById(SCRIPT_TEXTS_ID)!.textContent!)
