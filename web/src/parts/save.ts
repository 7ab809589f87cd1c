// Hands a file to the reader: made in the page, saved by the browser.

export function save(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name.replace(/[\\/:*?"<>|]+/g, '-')
  link.click()
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
