import { createDocument } from '@mixmark-io/domino'

/** What only works, or only makes sense, on the page itself. */
const dropped =
  '.heading-anchor, [data-md="omit"], [aria-hidden="true"], script, style, template, button, input:not([type="checkbox"]), picture > source'

/** Makes the HTML of an entry readable away from its page, in a feed: links and images become absolute. */
export function feedHtml(html: string, page: string): string {
  const { body } = createDocument(html)
  for (const node of body.querySelectorAll(dropped)) node.remove()
  for (const name of ['href', 'src', 'poster']) {
    for (const node of body.querySelectorAll(`[${name}]`)) {
      const value = absolute(node.getAttribute(name) ?? '', page)
      if (value === null) node.removeAttribute(name)
      else node.setAttribute(name, value)
    }
  }
  // `src` says enough: a feed reader chooses no sizes.
  for (const node of body.querySelectorAll('[srcset]')) node.removeAttribute('srcset')
  return body.innerHTML
}

function absolute(address: string, base: string) {
  return URL.canParse(address, base) ? new URL(address, base).href : null
}
