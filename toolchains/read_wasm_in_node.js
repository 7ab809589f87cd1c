// Put before Emscripten's glue code: under node, hand it the bytes of the .wasm file that stands
// beside the script, because its own way, fetch() of a file name, fails in node 18 and later.
if (typeof process === 'object' && process.versions && process.versions.node && !Module['wasmBinary']) {
  const script = require('path').parse(__filename);
  Module['wasmBinary'] = require('fs').readFileSync(require('path').join(script.dir, script.name + '.wasm'));
}
