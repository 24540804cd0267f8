/** Writes a path in every other way that a lenient reader might take for the same path. */
export function otherSpellings(path: string): string[] {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const encoded = (character: string) => `%${character.charCodeAt(0).toString(16)}`
  const mixed = path.replace(/[a-z]/g, (letter, at) => (at % 2 ? letter.toUpperCase() : letter))
  return [
    `${path}.md`,
    `${path}.MD`,
    `${path}.md/`,
    `${path}/`,
    `${path}//`,
    `/${path}`,
    path.replace(/(?<=.)\//, '//'),
    path.toUpperCase(),
    mixed,
    path.replace(/^\/./, (start) => start.toUpperCase()),
    `${path.toUpperCase()}.data`,
    `${path}.DATA`,
    `${path}.data.md`,
    `${path}.md.data`,
    path.slice(0, path.length - last.length) + encoded(last[0]!) + last.slice(1),
    path.replace(/^\/./, (start) => `/${encoded(start[1]!).toUpperCase()}`),
    `/docs/..${path}`,
    `/docs/%2e%2E${path}`,
    `/.${path}`,
    `${path}%20`,
    `${path};a=b`,
    `${path}%2f`,
    path.replace(/^\//, '/%2f'),
    `/\u00a0${path}`,
  ].filter((one) => one !== path)
}
