/** Compares texts by code unit, so the order is the same on every machine. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares sort keys part by part. Numbers sort before texts. */
export function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [one, other] = [a[index] ?? '', b[index] ?? '']
    if (one === other) continue
    if (typeof one === 'number' && typeof other === 'number') return one - other
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
    return compareText(String(one), String(other))
  }
  return 0
}
