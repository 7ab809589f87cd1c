// The fused multiply-adds of relaxed SIMD as engines run them. The clang 14 of Emscripten 3.1.6 gives them the numbers that they had
// before the standard, which take as many bytes: only these change. Goes from instruction to instruction, since the same bytes may be
// part of a constant, and stops at an instruction that it does not know.

/** f32x4.relaxed_madd and f32x4.relaxed_nmadd: draft to standard. */
const numbers = new Map([[0xaf, 0x105], [0xb0, 0x106]])
const codeSection = 10

class Reader {
  constructor(bytes, at) { this.bytes = bytes; this.at = at }

  byte() {
    if (this.at >= this.bytes.length) throw new Error('the module ends too early')
    return this.bytes[this.at++]
  }
  skip(count) { this.at += count }

  /** LEB128. Signed ones are only skipped, so that their sign does not matter. */
  number() {
    let value = 0, shift = 0, byte
    do {
      byte = this.byte()
      value += (byte & 127) * 2 ** shift
      shift += 7
    } while (byte > 127)
    return value
  }
  numbers(count) { while (count-- > 0) this.number() }
}

const within = (value, low, high) => value >= low && value <= high

// These skip what follows an instruction's number.
function skipSimd(reader, op) {
  if (op <= 11 || within(op, 92, 93)) reader.numbers(2)  // vectors from and to memory
  else if (within(op, 12, 13)) reader.skip(16)  // constants, shuffles
  else if (within(op, 21, 34)) reader.skip(1)  // one lane
  else if (within(op, 84, 91)) { reader.numbers(2); reader.skip(1) }  // one lane from and to memory
}

function skipExtended(reader, op) {
  if (op > 11) throw new Error(`unknown instruction 0xfc ${op}`)
  if (op >= 8) reader.numbers(op === 8 || op === 10 ? 2 : 1)  // memory.init, memory.copy; data.drop, memory.fill
}

function skipPlain(reader, op) {
  const nothing = op <= 0x01 || op === 0x05 || op === 0x0b || op === 0x0f || within(op, 0x1a, 0x1b) || within(op, 0x45, 0xc4)
  const one = within(op, 0x02, 0x04) || within(op, 0x0c, 0x0d) || op === 0x10 || within(op, 0x20, 0x24) || within(op, 0x3f, 0x42)
  if (one) reader.number()
  else if (op === 0x11 || within(op, 0x28, 0x3e)) reader.numbers(2)  // call_indirect; memory
  else if (op === 0x0e) reader.numbers(reader.number() + 1)  // br_table
  else if (within(op, 0x43, 0x44)) reader.skip(op === 0x43 ? 4 : 8)  // f32.const, f64.const
  else if (!nothing) throw new Error(`unknown instruction 0x${op.toString(16)}`)
}

function rewriteFunction(reader, end) {
  while (reader.at < end) {
    const op = reader.byte()
    if (op === 0xfc) skipExtended(reader, reader.number())
    else if (op !== 0xfd) skipPlain(reader, op)
    else {
      const at = reader.at, number = reader.number(), standard = numbers.get(number)
      if (standard !== undefined) reader.bytes.set([standard % 128 + 128, standard >> 7], at)
      skipSimd(reader, number)
    }
  }
  if (reader.at !== end || reader.bytes[end - 1] !== 0x0b) throw new Error('a function does not end where it should')
}

/** The same module with the numbers of the standard. */
export function standardised(module) {
  const reader = new Reader(Uint8Array.from(module), 8)
  while (reader.at < reader.bytes.length) {
    const section = reader.byte(), size = reader.number(), behind = reader.at + size
    for (let functions = section === codeSection ? reader.number() : 0; functions > 0; --functions) {
      const size = reader.number(), end = reader.at + size
      for (let locals = reader.number(); locals > 0; --locals) reader.numbers(2)
      rewriteFunction(reader, end)
    }
    reader.at = behind
  }
  return reader.bytes
}
