// Tables whose columns are the pixels of square images, told by their names:
// `pixel 3 4`, `3x4`, `pixel17`, `px_17`.

export interface Pixels {
  side: number
  /** Where each column's pixel stands, row by row. */
  place: Map<string, number>
}

const SIDES = [8, 12, 14, 16, 20, 24, 28, 32]
const BY_ROW_AND_COLUMN = /^(?:p|px|pix|pixel|x)?[\s_-]*(\d{1,2})[\s_x,-]+(\d{1,2})$/i
const BY_NUMBER = /^(?:p|px|pix|pixel)[\s_-]*(\d{1,4})$/i

/**
 * The image that these columns make, or null. Constant pixels may have been left out:
 * half of them have to be there.
 */
export function pixels_of(names: readonly string[]): Pixels | null {
  if (names.length < 32) return null
  const pairs = names.map((name) => BY_ROW_AND_COLUMN.exec(name))
  if (pairs.every((found) => found !== null)) {
    const rows = pairs.map((found) => [Number(found[1]), Number(found[2])] as const)
    const from = rows.some(([row, column]) => row === 0 || column === 0) ? 0 : 1
    const side = Math.max(...rows.flat()) + 1 - from
    return image(names, side, rows.map(([row, column]) => (row - from) * side + column - from))
  }
  const single = names.map((name) => BY_NUMBER.exec(name))
  if (!single.every((found) => found !== null)) return null
  const numbers = single.map((found) => Number(found[1]))
  const side = SIDES.find((length) => Math.max(...numbers) <= length * length)
  if (side === undefined) return null
  const from = numbers.includes(side * side) ? 1 : 0
  return image(names, side, numbers.map((number) => number - from))
}

function image(names: readonly string[], side: number, places: number[]): Pixels | null {
  if (!SIDES.includes(side) || names.length * 2 < side * side) return null
  return { side, place: new Map(names.map((name, k) => [name, places[k]!])) }
}

/** Values of columns as an image; pixels without a column are 0. */
export function as_image({ side, place }: Pixels, names: readonly string[], values: ArrayLike<number>): number[] {
  const drawn = new Array<number>(side * side).fill(0)
  names.forEach((name, k) => {
    const where = place.get(name)
    if (where !== undefined) drawn[where] = values[k]!
  })
  return drawn
}
