// `npm run build`: TypeScript and the modules into dist. What CMake makes stays in
// build/wasm-package of the project, or where RFM_WASM_BUILDS says, so that the next
// build compiles only what changed.
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = fileURLToPath(new URL('.', import.meta.url))
const builds = process.env.RFM_WASM_BUILDS ?? `${here}../build/wasm-package`
const run = (program, ...words) => execFileSync(program, words, { cwd: here, stdio: ['ignore', 'inherit', 'inherit'] })

// What prediction alone shares with the rest, and the rest: files of their own, few, since
// each begins a new stream of gzip.
const groups = [
  { name: 'shared', test: /\/(answers|cells|compile|errors)\.ts$/, priority: 1 },
  { name: 'rfm', test: /\/(?!(index|sync|worker|predict|predictor|same_thread|browser|node)\.|.*\.node\.)\w+\.ts$/ }
]

// Types as they are; of the scripts what each entry needs, without names and blanks.
async function scripts() {
  run(process.execPath, 'node_modules/typescript/bin/tsc', '--emitDeclarationOnly')
  const entries = ['index', 'sync', 'worker', 'predict'].flatMap(name => [name, `${name}.node`])
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(name => [name, `${here}ts/${name}.ts`])), external: /^node:/, platform: 'neutral',
    tsconfig: false
  })
  await bundle.write({ dir: `${here}dist`, minify: true, entryFileNames: '[name].js', chunkFileNames: '[name].js',
    codeSplitting: { groups } })
}

function modules() {
  const names = ['rfm', 'rfm-threads', 'predict']
  const jobs = String(Math.min(cpus().length, 2))
  run('cmake', '-S', '.', '-B', builds, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=None', '-DCMAKE_TOOLCHAIN_FILE=../toolchains/wasm.cmake')
  run('cmake', '--build', builds, '--parallel', jobs, '--target', ...names.map(name => `${name}.wasm`))
  for (const name of names) copyFileSync(`${builds}/${name}.wasm`, `${here}dist/${name}.wasm`)
}

rmSync(`${here}dist`, { recursive: true, force: true })
await scripts()
modules()
