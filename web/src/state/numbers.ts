// Numbers, sizes and times as the reader's locale writes them.

const locale = typeof navigator === 'undefined' ? 'en' : navigator.language
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

export const count = (value: number): string => whole.format(value)
const whole_shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** To whole per cents, but what is not all is not called all. */
export const roughly = (value: number): string => (value >= 0.985 && value < 1 ? share(Math.min(value, 0.9994)) : whole_shares.format(value))
export const share = (value: number): string => shares.format(value)

/** A number with so many digits that matter. */
export function number(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e7 || size < 1e-4))
    return new Intl.NumberFormat(locale, { notation: 'scientific', maximumSignificantDigits: digits }).format(value)
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: digits }).format(value)
}

export function bytes(value: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 ? 0 : value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[unit]!, maximumFractionDigits: digits }).format(value)
}

export function seconds(value: number): string {
  const digits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: digits }).format(value)
}
