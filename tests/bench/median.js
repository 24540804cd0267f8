/** The one in the middle; of an even count the upper of the two, and 0 of none. @param {number[]} values */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
