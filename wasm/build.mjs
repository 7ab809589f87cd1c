// `npm run build`: TypeScript and both builds of the module into dist. What CMake makes stays in build/wasm-package of the
// project, or where RFM_WASM_BUILDS says, so that the next build compiles only what changed.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { standardised } from './relaxed_simd.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const builds = process.env.RFM_WASM_BUILDS ?? `${here}../build/wasm-package`
const run = (program, ...words) => execFileSync(program, words, { cwd: here, stdio: ['ignore', 'inherit', 'inherit'] })

// Configures and builds one kind, and takes its modules: [target, file in dist].
function build(name, flags, modules) {
  const folder = `${builds}/${name}`
  run('cmake', '-S', '.', '-B', folder, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_FLAGS_RELEASE=-O2',
    `-DCMAKE_CXX_FLAGS=${flags}`, '-DCMAKE_TOOLCHAIN_FILE=../toolchains/wasm.cmake')
  for (const [target, file] of modules) {
    run('cmake', '--build', folder, '--parallel', String(Math.min(cpus().length, 2)), '--target', `rfm_${target}`)
    copyFileSync(`${folder}/${target}.wasm`, `${here}dist/${file}`)
  }
}

// What prediction alone shares with the rest, and the rest: files of their own, few, since each begins a new stream of gzip.
const groups = [
  { name: 'shared', test: /\/(answers|cells|compile|dispose|errors)\.ts$/, priority: 1 },
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

rmSync(`${here}dist`, { recursive: true, force: true })
await scripts()
build('plain', '-flto', [['rfm', 'rfm.wasm'], ['more', 'more.wasm'], ['predict', 'predict.wasm']])
build('simd', '-msimd128 -matomics -mbulk-memory -flto', [['rfm', 'rfm-simd.wasm'], ['threads', 'rfm-threads.wasm'],
  ['relaxed', 'rfm-relaxed.wasm']])
const relaxed = `${here}dist/rfm-relaxed.wasm`
writeFileSync(relaxed, standardised(readFileSync(relaxed)))
