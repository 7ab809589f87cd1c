// A spreadsheet as bytes: one sheet of strings, numbers and days in a zip file without compression.
import { crc32 } from 'node:zlib'

type Cell = string | number | Date

const NAMES = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', 'xl/worksheets/sheet1.xml']
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

function xml_of(cell: Cell, place: string): string {
  if (cell instanceof Date) return `<c r="${place}" s="1"><v>${cell.getTime() / 86400e3 + 25569}</v></c>`
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`
}

function files(rows: Cell[][]): string[] {
  const lines = rows.map((row, r) => `<row r="${r + 1}">${row.map((cell, c) => xml_of(cell, `${'ABCDEFGH'[c]}${r + 1}`)).join('')}</row>`)
  return [
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  ].map((text) => HEAD + text)
}

export function sheet(rows: Cell[][]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  files(rows).forEach((text, k) => {
    const name = Buffer.from(NAMES[k]!)
    const data = Buffer.from(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(20, 4)
    facts.copy(entry, 6)
    entry.writeUInt32LE(at, 42)
    entries.push(entry, name)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, data)
    at += 30 + name.length + data.length
  })
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(NAMES.length, 8)
  end.writeUInt16LE(NAMES.length, 10)
  end.writeUInt32LE(Buffer.concat(entries).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...entries, end])
}
