// How a browser gets a module.

export async function compile(url: URL, signal?: AbortSignal): Promise<WebAssembly.Module> {
  const response = await fetch(url, signal === undefined ? {} : { signal })
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}`)
  // Servers that do not know the type of .wasm files get the slower way.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response)
  return WebAssembly.compile(await response.arrayBuffer())
}
