/** Scroll range of a view, with the positions of its headings in pixels from the start. */
export type ScrollView = { anchors: readonly number[]; most: number }

/**
 * Returns the scroll position of `to` that shows the same part as `top` does in `from`. Headings are aligned if both
 * views have the same number.
 */
export function alignedScroll(top: number, from: ScrollView, to: ScrollView): number {
  if (from.most <= 0 || to.most <= 0) return 0
  const pairs: [number, number][] = [[0, 0]]
  const isSame = from.anchors.length === to.anchors.length
  for (const [index, anchor] of isSame ? from.anchors.entries() : []) {
    const other = to.anchors[index]!
    const [lastAnchor, lastOther] = pairs.at(-1)!
    if (anchor > lastAnchor && anchor < from.most && other > lastOther && other < to.most)
      pairs.push([anchor, other])
  }
  pairs.push([from.most, to.most])
  const next = Math.max(
    1,
    pairs.findIndex(([anchor]) => anchor > top),
  )
  const index = top >= from.most ? pairs.length - 1 : next
  const [[startFrom, startTo], [endFrom, endTo]] = [pairs[index - 1]!, pairs[index]!]
  const part = Math.min(1, Math.max(0, (top - startFrom) / (endFrom - startFrom)))
  return startTo + part * (endTo - startTo)
}
