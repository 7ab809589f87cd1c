// What bytes of a file say about their text: the encoding, whether they are text at all, and the
// delimiter. Looks at the first bytes only.

export interface Decoding {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  words: string
}

const WORDS = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16 (big-endian)', 'windows-1252': 'Latin-1' }

function known(encoding: Decoding['encoding']): Decoding {
  return { encoding, words: WORDS[encoding] }
}

/** Share of bytes at even or odd places that are zero: half of UTF-16 text in Latin letters. */
function zeros(bytes: Uint8Array, parity: 0 | 1): number {
  let count = 0
  for (let i = parity; i < bytes.length; i += 2) if (bytes[i] === 0) count += 1
  return count / Math.max(1, bytes.length / 2)
}

/** The encoding of text that begins with these bytes, or null when they are no text. */
export function detect_encoding(head: Uint8Array): Decoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return known('utf-16le')
  if (head[0] === 0xfe && head[1] === 0xff) return known('utf-16be')
  const even = zeros(head, 0)
  const odd = zeros(head, 1)
  if (odd > 0.3 && even < 0.05) return known('utf-16le')
  if (even > 0.3 && odd < 0.05) return known('utf-16be')
  if (even + odd > 0) return null
  const control = head.reduce((count, byte) => count + Number(byte < 9 || (byte > 13 && byte < 32 && byte !== 27)), 0)
  if (control > head.length / 100) return null
  try {
    // `stream` allows a character to be cut off where the head ends.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return known('utf-8')
  } catch {
    return known('windows-1252')
  }
}

const DELIMITERS = [',', ';', '\t', '|']

/** How often each delimiter stands outside quotes, line by line. */
function counts(text: string, delimiter: string): number[] {
  const found: number[] = []
  let quoted = false
  let count = 0
  for (const letter of text) {
    if (letter === '"') quoted = !quoted
    else if (!quoted && letter === delimiter) count += 1
    else if (!quoted && letter === '\n') {
      found.push(count)
      count = 0
    }
  }
  if (found.length === 0) found.push(count)
  return found.slice(0, 50)
}

/**
 * The delimiter that cuts most lines into the same number of cells, of at
 * least two; a comma when none does.
 */
export function detect_delimiter(head: string): string {
  let best = ','
  let best_score = 0
  for (const delimiter of DELIMITERS) {
    const found = counts(head, delimiter)
    const first = found[0] ?? 0
    const agreeing = found.filter((count) => count === first).length / found.length
    const score = first === 0 ? 0 : agreeing + Math.min(first, 100) / 1e4
    if (score > best_score) [best, best_score] = [delimiter, score]
  }
  return best
}
