import { expect, test } from 'vitest'
import { readSvg } from '#app/features/media/svg.server.ts'
import { refusalOf } from '#tests/support/factories.ts'
import { aDrawing } from '#tests/support/db/media.ts'

test.each([
  ['width="40" height="30"', 40, 30],
  ['width="40px" height="30.4px"', 40, 30],
  ['width="1in" height="2.54cm"', 96, 96],
  ['viewBox="0 0 64 48"', 64, 48],
  ['width="32" viewBox="0,0,64,48"', 32, 24],
  ['height="24" viewBox="0 0 64 48"', 32, 24],
  ['width="100%" height="100%" viewBox="0 0 64 48"', 64, 48],
  ['width="0" viewBox="0 0 0 0"', 300, 150],
  ['', 300, 150],
])('a drawing with %s is %d by %d pixels', (root, width, height) => {
  expect(readSvg(aDrawing('', root))).toEqual({ width, height })
})

test.each([
  '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)" width="1" height="1"/>',
  '<style>rect { fill: url("#a") }</style><use href="#b" xlink:href="#b"/>',
  '<image href="data:image/png;base64,AAAA" width="1" height="1"/>',
  '<style>@font-face { font-family: x; src: url(data:font/woff2;base64,AAAA) }</style>',
  '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:li r:href="https://x.example"/></r:RDF></metadata>',
  '<circle r="1"><animate attributeName="r" to="2" dur="1s"/></circle>',
  '<title>url(https://x.example) and @import</title>',
  '<g aria-label="image(1) and url(https://x.example)"/>',
])('%s is a drawing', (inside) => {
  expect(readSvg(aDrawing(inside))).toEqual({ width: 40, height: 30 })
})

test('what editors write around a drawing is no harm', () => {
  const text = `\uFEFF<?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <!-- by hand --><s:svg xmlns:s="http://www.w3.org/2000/svg" width="4" height="3"/>`
  expect(readSvg(Buffer.from(text))).toEqual({ width: 4, height: 3 })
})

const svg = (rest: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${rest}`)

test.each([
  ['<script>alert(1)</script>', '<script> is not allowed (line 1)'],
  [
    '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    '<s:script> is not allowed (line 1)',
  ],
  ['<foreignObject><p/></foreignObject>', '<foreignObject> is not allowed (line 1)'],
  ['<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x"/>', '<h:img> is an HTML element (line 1)'],
  ['<rect\nonload="alert(1)"/>', 'onload runs a script (line 2)'],
  ['<a href="javascript:alert(1)"><rect/></a>', 'href of <a> refers to content outside the file (line 1)'],
  [
    '<a href="&#106;avascript:alert(1)"><rect/></a>',
    'href of <a> refers to content outside the file (line 1)',
  ],
  [
    '<use xlink:href="https://x.example/y.svg#z"/>',
    'xlink:href of <use> refers to content outside the file (line 1)',
  ],
  ['<image href="//x.example/y.png"/>', 'href of <image> refers to content outside the file (line 1)'],
  [
    '<image href="data:image/svg+xml,%3Csvg/%3E"/>',
    'href of <image> refers to content outside the file (line 1)',
  ],
  ['<rect fill="url(https://x.example/y#z)"/>', 'fill of <rect> loads url() (line 1)'],
  ['<rect style="fill:u\\72l(//x.example)"/>', 'style of <rect> loads url() (line 1)'],
  ['<style>@import "https://x.example/y.css";</style>', 'its styles load @import'],
  ['<style>@im<![CDATA[port "x.css";]]></style>', 'its styles load @import'],
  ['<style>rect { fill: url( "https://x.example/y" ) }</style>', 'its styles load url()'],
  ['<set attributeName="xlink:href" to="javascript:alert(1)"/>', '<set> changes xlink:href (line 1)'],
  ['<animate attributeName="onload" to="alert(1)"/>', '<animate> changes onload (line 1)'],
  ['<?xml-stylesheet href="x.css"?>', '<?xml-stylesheet?> can load external content'],
  ['<g>', 'it is invalid: line 1, '],
  ['&nbsp;', 'it is invalid: line 1, '],
])('%s is refused, with the reason', async (inside, reason) => {
  const refusal = await refusalOf(() => readSvg(aDrawing(inside)))
  expect(refusal).toMatchObject({
    status: 400,
    issues: [{ path: 'file', message: expect.stringContaining(`This SVG is not allowed: ${reason}`) }],
  })
})

test('elements that stand too deep in each other are refused', async () => {
  const nested = (depth: number) => aDrawing('<g>'.repeat(depth) + '</g>'.repeat(depth))
  expect(readSvg(nested(199))).toEqual({ width: 40, height: 30 })
  expect(await refusalOf(() => readSvg(nested(200)))).toMatchObject({
    issues: [{ message: 'This SVG is not allowed: its elements are nested too deeply.' }],
  })
})

test('entities, other encodings and bytes that are no text are refused', async () => {
  const reasonOf = async (bytes: Buffer) => (await refusalOf(() => readSvg(bytes))).issues?.[0]?.message
  const entities = Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'), aDrawing('&a;')])
  expect(await reasonOf(entities)).toBe('This SVG is not allowed: it defines entities.')
  const declared = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="utf-7"?>'), aDrawing()])
  expect(await reasonOf(declared)).toBe('This SVG is not allowed: its encoding is utf-7: save it as UTF-8.')
  expect(await reasonOf(Buffer.concat([aDrawing(), Buffer.from([0xff])]))).toBe(
    'This SVG is not allowed: it is not in UTF-8.',
  )
  expect(await reasonOf(svg('width="20000" height="1"/>'))).toBe(
    'This SVG is not allowed: it can be at most 16,383 pixels wide and high.',
  )
})

test('nested repetitions are refused, and ordinary ones are not', () => {
  const repeated = (levels: number) =>
    Array.from({ length: levels }, (_, level) => {
      const inner = level ? `<use href="#l${level - 1}"/>`.repeat(10) : '<rect width="1" height="1"/>'
      return `<g id="l${level}">${inner}</g>`
    }).join('')
  expect(() => readSvg(aDrawing(`<defs>${repeated(10)}</defs><use href="#l9"/>`))).toThrow('too often')
  expect(readSvg(aDrawing(`<defs>${repeated(3)}</defs><use href="#l2"/>`))).toEqual({ width: 40, height: 30 })
  const chain = Array.from({ length: 20_000 }, (_, at) => `<use id="c${at}" href="#c${at + 1}"/>`).join('')
  expect(() => readSvg(aDrawing(chain))).toThrow('too often')
  expect(readSvg(aDrawing('<g id="a"><use href="#a"/></g>'))).toEqual({ width: 40, height: 30 })
})
